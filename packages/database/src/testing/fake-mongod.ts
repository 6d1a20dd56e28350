import { programs } from './running.js';
import { writeScript } from './sandbox.js';

/**
 * Writes a program that takes mongod's arguments and says what mongod says, with a server of this machine behind it:
 * for what happens around a mongod where there is none.
 */
export function writeFakeMongod(folder: string, name: string): string {
  const server = programs.get('secantus-native') ?? programs.get('secantus-python');
  if (server === undefined) throw new Error('no server of this machine can stand behind it');
  const settings = Object.entries(server.env).map(([variable, value]) => `export ${variable}='${value}'`);
  return writeScript(
    folder,
    name,
    `${settings.join('\n')}
while [ $# -gt 0 ]; do
  case "$1" in
    --bind_ip) host=$2; shift ;;
    --port) port=$2; shift ;;
    --dbpath) data=$2; shift ;;
  esac
  shift
done
[ -p "$data.fifo" ] || mkfifo "$data.fifo"
sed -u 's/.*listening on/{"msg":"Waiting for connections"} on/' < "$data.fifo" &
exec '${server.command}' ${server.args.join(' ')} --host "$host" --port "$port" --storage-path "$data" --sync-on-commit \\
  > "$data.fifo" 2>&1`,
  );
}
