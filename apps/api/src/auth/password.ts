import { createHmac, randomBytes } from 'node:crypto';
import type { HashPool } from './hash-pool.js';

/** Names the pepper that a hash was made with, so that it can be renewed. */
const PEPPER_VERSION = 'p1';

/** 2^10 rounds: about 60 ms a try on one core, the least that OWASP's Password Storage Cheat Sheet accepts. */
export const BCRYPT_ROUNDS = 10;

/** Hashes and checks passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long with `stored` null (an unknown account) as with a wrong password. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/**
 * bcrypt over an HMAC-SHA-256 of the password: bcrypt alone ignores what stands after byte 72.
 *
 * @param pepper - key of the HMAC; without it a stolen database cannot be tried.
 * @param rounds - base-2 logarithm of bcrypt's work.
 */
export function createPasswordHasher(pool: HashPool, pepper: string, rounds = BCRYPT_ROUNDS): PasswordHasher {
  const preHash = (password: string) =>
    createHmac('sha256', pepper).update(password, 'utf8').digest('base64');
  const hash = async (password: string) =>
    `${PEPPER_VERSION}${String(await pool.run({ kind: 'hash', secret: preHash(password), rounds }))}`;
  /** What an unknown account is compared with: a hash of the same cost that nothing matches. */
  let decoy: Promise<string> | undefined;

  return {
    hash,
    async verify(password, stored) {
      decoy ??= hash(randomBytes(24).toString('base64'));
      const full = stored ?? (await decoy);
      const isKnown = full.startsWith(`${PEPPER_VERSION}$`);
      const bcryptHash = isKnown
        ? full.slice(PEPPER_VERSION.length)
        : (await decoy).slice(PEPPER_VERSION.length);
      const matches = await pool.run({ kind: 'compare', secret: preHash(password), hash: bcryptHash });
      return matches === true && stored !== null && isKnown;
    },
  };
}
