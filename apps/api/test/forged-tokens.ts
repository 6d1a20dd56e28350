import { createHmac, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { TEST_SECRETS } from './app.js';

interface Session {
  userId: string;
  sessionId: string;
}

const DAY_S = 24 * 60 * 60;

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Forges invalid tokens, keyed by their fault. Those signed with the right key simulate signatures made for another
 * purpose, and bugs in issuing tokens.
 *
 * @param target - the live session whose token is forged.
 * @param other - a live session of another user.
 */
export function forgeTokens(target: Session, other: Session): Readonly<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: target.userId,
    sid: target.sessionId,
    iat: now,
    exp: now + 7 * DAY_S,
    iss: 'safarnama',
    aud: 'safarnama-web',
  };
  const sign = (changes: object = {}, options: jwt.SignOptions = {}, key = TEST_SECRETS.jwtSecret) =>
    jwt.sign({ ...claims, ...changes }, key, { algorithm: 'HS256', ...options });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const valid = sign();
  const [head, body] = valid.split('.');
  const foreign = sign({ sub: other.userId, sid: other.sessionId }).split('.');
  const createUnsigned = (algorithm: string) =>
    `${encodePart({ alg: algorithm, typ: 'JWT' })}.${encodePart(claims)}.`;
  const withKey = `${encodePart({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AAAA' } })}.${encodePart(claims)}`;

  return {
    'another key': sign({}, {}, 'another-secret-that-is-long-enough-too'),
    'another key, embedded in the token': `${withKey}.${createHmac('sha256', Buffer.alloc(3)).update(withKey).digest('base64url')}`,
    'the algorithm none': createUnsigned('none'),
    'the algorithm nOnE': createUnsigned('nOnE'),
    'the algorithm HS512': sign({}, { algorithm: 'HS512' }),
    'the algorithm RS256': jwt.sign(claims, privateKey, { algorithm: 'RS256' }),
    'no signature': `${head}.${body}.`,
    'the signature of another token': `${head}.${body}.${foreign[2]}`,
    'an expired date': sign({ iat: now - 8 * DAY_S, exp: now - 1 }),
    'a future start date': sign({ nbf: now + DAY_S }),
    'another issuer': sign({ iss: 'somebody' }),
    'another audience': sign({ aud: 'somebody' }),
    'the session of another user': sign({ sid: other.sessionId }),
    'the user of another session': sign({ sub: other.userId }),
    'an unknown session': sign({ sid: 'b'.repeat(24) }),
    'no session': sign({ sid: undefined }),
    'an operator as session': sign({ sid: { $gt: '' } }),
  };
}
