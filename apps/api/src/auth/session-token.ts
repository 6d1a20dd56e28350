import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';

/** Lifetime of a session without renewal, in seconds. */
export const SESSION_TTL_S = 7 * 24 * 60 * 60;

const ISSUER = 'safarnama';
const AUDIENCE = 'safarnama-web';
/** Maximum number of cached tokens, about 600 bytes each. A page sends the same one with every request. */
const MAX_VERIFIED = 5_000;
const ID = /^[0-9a-f]{24}$/;

export interface SessionClaims {
  userId: string;
  sessionId: string;
  issuedAt: Date;
}

/** Signs and verifies the tokens in the session cookie. */
export interface SessionTokens {
  sign(userId: string, sessionId: string): string;
  /** Null for a forged, expired or malformed token. */
  read(token: string): SessionClaims | null;
  /** Removes a token from the cache after sign-out. */
  forget(token: string): void;
}

export function createSessionTokens(secret: string): SessionTokens {
  const verifiedTokens = new LRUCache<string, { claims: SessionClaims; expiresAt: number }>({
    max: MAX_VERIFIED,
  });
  // Given a string, each `verify` would derive the key again, which takes fifty times as long.
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  return {
    sign: (userId, sessionId) =>
      jwt.sign({ sid: sessionId }, key, {
        algorithm: 'HS256',
        subject: userId,
        issuer: ISSUER,
        audience: AUDIENCE,
        expiresIn: SESSION_TTL_S,
      }),
    read(token) {
      const cached = verifiedTokens.get(token);
      if (cached) return cached.expiresAt > Date.now() ? cached.claims : null;
      try {
        const claims = jwt.verify(token, key, { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE });
        if (typeof claims === 'string') return null;
        const { sub, iat = 0, exp = 0 } = claims;
        const sid: unknown = claims.sid;
        if (typeof sub !== 'string' || typeof sid !== 'string' || !ID.test(sub) || !ID.test(sid)) return null;
        const session = { userId: sub, sessionId: sid, issuedAt: new Date(iat * 1000) };
        verifiedTokens.set(token, { claims: session, expiresAt: exp * 1000 });
        return session;
      } catch {
        return null;
      }
    },
    forget: (token) => void verifiedTokens.delete(token),
  };
}
