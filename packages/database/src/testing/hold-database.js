/**
 * A parent process for tests to kill: starts a database on the folder in its first argument, prints a line of JSON about
 * it and keeps running.
 */
import { startDatabase } from '../index.js';

const [, , dataDir = ''] = process.argv;

try {
  const database = await startDatabase({
    dataDir,
    onProgress: (text) => console.log(JSON.stringify({ progress: text })),
  });
  console.log(JSON.stringify({ uri: database.uri, engine: database.engine }));
  process.once('SIGTERM', () => void database.stop());
} catch (error) {
  console.log(JSON.stringify({ failed: error instanceof Error ? error.message : String(error) }));
}
