import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../server-process.js';

/**
 * Starts a SecantusDB server. The native and the Python server take the same arguments and share a file format.
 *
 * @type {import('../engine.js').Engine['start']}
 */
export async function startSecantus(context, program, port) {
  // An empty settings file, so that the server does not read the one in the user's home folder.
  const settingsFile = join(context.dbDir, 'secantusd.toml');
  writeFileSync(settingsFile, '');
  return startServer(context, program, {
    args: [
      ...['--config', settingsFile, '--host', '127.0.0.1', '--port', String(port)],
      ...['--storage-path', context.dataPath, '--cache-size', '256M'],
      // Without this option a killed server loses up to a tenth of the acknowledged writes, whatever the write concern.
      ...(context.syncOnCommit ? ['--sync-on-commit'] : []),
    ],
    port,
    ready: /listening on \S+:\d+/,
  });
}
