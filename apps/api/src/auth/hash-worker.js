// Plain JavaScript, so that a worker thread can load it as it is: from the sources in tests and in
// development, and from the build.
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

parentPort?.on('message', (/** @type {import('./hash-pool.js').HashJob} */ job) => {
  try {
    const result =
      job.kind === 'hash'
        ? bcrypt.hashSync(job.secret, job.rounds)
        : bcrypt.compareSync(job.secret, job.hash);
    parentPort?.postMessage({ id: job.id, result });
  } catch (error) {
    parentPort?.postMessage({ id: job.id, error: String(error) });
  }
});
