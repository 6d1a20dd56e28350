// Plain JavaScript: a worker thread loads this file as it is, from the sources as well as from the build.
import bcrypt from 'bcryptjs';

/**
 * @param {import('./hash-pool.js').HashJob} job
 * @returns {string | boolean} the hash, or whether the secret matches.
 */
export function runHashJob(job) {
  return job.kind === 'hash'
    ? bcrypt.hashSync(job.secret, job.rounds)
    : bcrypt.compareSync(job.secret, job.hash);
}
