/**
 * `node download-mongod.js <folder>`: downloads mongod with mongodb-memory-server-core. Prints the package's progress,
 * then `mongod: <path>` or `failed: <reason>`.
 */
try {
  // Here and not at the top: the package may not be installed, which is an answer as well.
  const { MongoBinary } = await import('mongodb-memory-server-core');
  const [, , downloadDir = ''] = process.argv;
  console.log(`mongod: ${await MongoBinary.getPath({ downloadDir })}`);
} catch (error) {
  // Its messages name the address first and the reason in the second line.
  const [address, reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.log(`failed: ${reason || address}`);
}
// The host's connection, kept alive, would hold this process for some more seconds.
process.exit();
