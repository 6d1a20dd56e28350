import { createHmac, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { TEST_SECRETS } from './app.js';

interface Session {
  userId: string;
  sessionId: string;
}

const DAY_S = 24 * 60 * 60;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Tokens that must open nothing, by what is wrong with them. Those of the right key are what a thief of the key's
 * other uses, or a fault in making tokens, could bring.
 *
 * @param target - a living session, whose token is to be forged.
 * @param other - a living session of another person.
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
  const good = sign();
  const [head, body] = good.split('.');
  const foreign = sign({ sub: other.userId, sid: other.sessionId }).split('.');
  const unsigned = (algorithm: string) => `${part({ alg: algorithm, typ: 'JWT' })}.${part(claims)}.`;
  const withKey = `${part({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AAAA' } })}.${part(claims)}`;

  return {
    'another key': sign({}, {}, 'another-secret-that-is-long-enough-too'),
    'another key, kept in the token': `${withKey}.${createHmac('sha256', Buffer.alloc(3)).update(withKey).digest('base64url')}`,
    'the algorithm none': unsigned('none'),
    'the algorithm nOnE': unsigned('nOnE'),
    'the algorithm HS512': sign({}, { algorithm: 'HS512' }),
    'the algorithm RS256': jwt.sign(claims, privateKey, { algorithm: 'RS256' }),
    'no signature': `${head}.${body}.`,
    'the signature of another token': `${head}.${body}.${foreign[2]}`,
    'an expired date': sign({ iat: now - 8 * DAY_S, exp: now - 1 }),
    'a date still to come': sign({ nbf: now + DAY_S }),
    'another issuer': sign({ iss: 'somebody' }),
    'another audience': sign({ aud: 'somebody' }),
    'the session of another person': sign({ sid: other.sessionId }),
    'the person of another session': sign({ sub: other.userId }),
    'a session that is not there': sign({ sid: 'b'.repeat(24) }),
    'no session': sign({ sid: undefined }),
    'an operator as session': sign({ sid: { $gt: '' } }),
  };
}
