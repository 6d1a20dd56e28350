import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** Seconds that a session lives without being renewed. */
export const SESSION_TTL_S = 7 * 24 * 60 * 60;

const ISSUER = 'safarnama';
const AUDIENCE = 'safarnama-web';
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
}

export function createSessionTokens(secret: string): SessionTokens {
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
      try {
        const claims = jwt.verify(token, key, { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE });
        if (typeof claims === 'string') return null;
        const { sub, iat } = claims;
        const sid: unknown = claims.sid;
        if (typeof sub !== 'string' || typeof sid !== 'string' || !ID.test(sub) || !ID.test(sid)) return null;
        return { userId: sub, sessionId: sid, issuedAt: new Date((iat ?? 0) * 1000) };
      } catch {
        return null;
      }
    },
  };
}
