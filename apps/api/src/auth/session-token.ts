import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';

/** Seconds that a session lives without being renewed. */
export const SESSION_TTL_S = 7 * 24 * 60 * 60;

const ISSUER = 'safarnama';
const AUDIENCE = 'safarnama-web';
/** Tokens whose signature was found right, some 600 bytes each: a page asks with the same one again and again. */
const MAX_VERIFIED = 5_000;
const ID = /^[0-9a-f]{24}$/;

interface SessionClaims {
  userId: string;
  sessionId: string;
  issuedAt: Date;
}

/** Signs and reads the tokens in the session cookie. */
export interface SessionTokens {
  sign(userId: string, sessionId: string): string;
  /** Null for what is forged, expired or broken. */
  read(token: string): SessionClaims | null;
  /** What was signed out asks no more: its place is another's. */
  forget(token: string): void;
}

export function createSessionTokens(secret: string): SessionTokens {
  const verifiedTokens = new LRUCache<string, { claims: SessionClaims; expiresAt: number }>({
    max: MAX_VERIFIED,
  });
  // Made once: with a string, every `verify` would make it anew, at fifty times the cost.
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
