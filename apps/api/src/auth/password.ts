import { createHmac, randomInt } from 'node:crypto';
import type { HashPool } from './hash-pool.js';

/** Names the pepper that a hash was made with, so that it can be renewed. */
const PEPPER_VERSION = 'p1';

/** 2^10 rounds: about 60 ms a try on one core, the least that OWASP's Password Storage Cheat Sheet accepts. */
const BCRYPT_ROUNDS = 10;

/** Hashes and checks passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long with `stored` null (an unknown account) as with a wrong password. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Salt and digest of a bcrypt hash. */
const SALT_AND_DIGEST_LENGTH = 53;

/** A well-formed hash that was made of nothing: comparing with it costs what any comparison costs, and fails. */
function createDecoy(rounds: number): string {
  const random = Array.from(
    { length: SALT_AND_DIGEST_LENGTH },
    () => BCRYPT_ALPHABET[randomInt(BCRYPT_ALPHABET.length)],
  );
  return `$2b$${String(rounds).padStart(2, '0')}$${random.join('')}`;
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
  /** What an unknown account is compared with: a hash of the same cost. */
  const decoy = createDecoy(rounds);

  return {
    hash,
    async verify(password, stored) {
      const isKnown = stored?.startsWith(`${PEPPER_VERSION}$`) === true;
      const bcryptHash = isKnown ? stored.slice(PEPPER_VERSION.length) : decoy;
      const matches = await pool.run({ kind: 'compare', secret: preHash(password), hash: bcryptHash });
      return matches === true && isKnown;
    },
  };
}
