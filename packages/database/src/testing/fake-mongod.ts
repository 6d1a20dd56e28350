import { programs } from './running.js';
import { writeScript } from './sandbox.js';

/**
 * Writes a program with mongod's arguments and output, backed by another server of this machine, for tests on machines
 * without mongod.
 */
export function writeFakeMongod(folder: string, name: string): string {
  const server = programs.get('secantus-native') ?? programs.get('secantus-python');
  if (server === undefined) throw new Error('no server is available to imitate mongod');
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
