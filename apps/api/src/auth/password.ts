import { createHmac, randomInt } from 'node:crypto';
import type { HashPool } from './hash-pool.js';

/** Version of the pepper, stored with each hash so that the pepper can be rotated. */
const PEPPER_VERSION = 'p1';

/** 2^10 rounds: about 60 ms on one core, the minimum of OWASP's Password Storage Cheat Sheet. */
const BCRYPT_ROUNDS = 10;

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for `stored` null (an unknown account) as for a wrong password. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Length of salt and digest in a bcrypt hash. */
const SALT_AND_DIGEST_LENGTH = 53;

/** Creates a well-formed hash that no password matches. Comparing with it takes as long as with any other hash. */
function createDecoyHash(rounds: number): string {
  const random = Array.from(
    { length: SALT_AND_DIGEST_LENGTH },
    () => BCRYPT_ALPHABET[randomInt(BCRYPT_ALPHABET.length)],
  );
  return `$2b$${String(rounds).padStart(2, '0')}$${random.join('')}`;
}

/**
 * Hashes the HMAC-SHA-256 of a password with bcrypt, because bcrypt alone ignores everything after byte 72.
 *
 * @param pepper - key of the HMAC. Without it the hashes of a stolen database cannot be attacked.
 * @param rounds - base-2 logarithm of the number of bcrypt rounds.
 */
export function createPasswordHasher(pool: HashPool, pepper: string, rounds = BCRYPT_ROUNDS): PasswordHasher {
  const preHash = (password: string) =>
    createHmac('sha256', pepper).update(password, 'utf8').digest('base64');
  const hash = async (password: string) =>
    `${PEPPER_VERSION}${String(await pool.run({ kind: 'hash', secret: preHash(password), rounds }))}`;
  /** Compared with the password when the account is unknown. */
  const decoyHash = createDecoyHash(rounds);

  return {
    hash,
    async verify(password, stored) {
      const isKnown = stored?.startsWith(`${PEPPER_VERSION}$`) === true;
      const bcryptHash = isKnown ? stored.slice(PEPPER_VERSION.length) : decoyHash;
      const matches = await pool.run({ kind: 'compare', secret: preHash(password), hash: bcryptHash });
      return matches === true && isKnown;
    },
  };
}
