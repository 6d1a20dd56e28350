/**
 * `node download-mongod.js <folder>`: downloads mongod with mongodb-memory-server-core. Prints the package's progress,
 * and at the end `mongod: <path>` or `failed: <reason>`.
 */
try {
  // Imported here, so that a missing package is reported like any other failure.
  const { MongoBinary } = await import('mongodb-memory-server-core');
  const [, , downloadDir = ''] = process.argv;
  console.log(`mongod: ${await MongoBinary.getPath({ downloadDir })}`);
} catch (error) {
  // The package's messages have the address in the first line and the reason in the second.
  const [address, reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.log(`failed: ${reason || address}`);
}
// The connection's keep-alive would otherwise delay the exit by some seconds.
process.exit();
