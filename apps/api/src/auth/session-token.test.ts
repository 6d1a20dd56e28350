import jwt from 'jsonwebtoken';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSessionTokens } from './session-token.js';

const SECRET = 'a-secret-that-signs-tokens-in-tests-only';
const USER = '65f0c0ffee65f0c0ffee65f0';
const SESSION = '0123456789abcdef01234567';
const DAY_S = 24 * 60 * 60;
const nowS = () => Math.floor(Date.now() / 1000);

const tokens = createSessionTokens(SECRET);

/** A token as `sign` makes it, with other claims or in another way. */
function forge(
  claims: object = {},
  { secret = SECRET, ...options }: jwt.SignOptions & { secret?: string } = {},
) {
  const defaults = { sub: USER, sid: SESSION, iss: 'safarnama', aud: 'safarnama-web', exp: nowS() + DAY_S };
  return jwt.sign({ ...defaults, ...claims }, secret, { algorithm: 'HS256', ...options });
}

describe('a session token', () => {
  it('that was signed here: names its person and its session, and when it was made', () => {
    const beforeS = nowS();

    const claims = tokens.read(tokens.sign(USER, SESSION));

    expect(claims).toEqual({ userId: USER, sessionId: SESSION, issuedAt: expect.any(Date) });
    const issuedAtS = Number(claims?.issuedAt) / 1000;
    expect(issuedAtS).toBeGreaterThanOrEqual(beforeS);
    expect(issuedAtS).toBeLessThanOrEqual(nowS());
  });

  it('that was signed here: lives for a week, and says who made it and for whom', () => {
    const { header, payload } = jwt.decode(tokens.sign(USER, SESSION), { complete: true }) ?? {};
    const { iat = 0, ...claims } = typeof payload === 'object' ? payload : {};

    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(claims).toEqual({
      sub: USER,
      sid: SESSION,
      iss: 'safarnama',
      aud: 'safarnama-web',
      exp: iat + 7 * DAY_S,
    });
  });

  it('without the time at which it was made: is as old as can be', () => {
    expect(tokens.read(forge())).not.toBeNull();
    expect(tokens.read(forge({}, { noTimestamp: true }))?.issuedAt).toEqual(new Date(0));
  });

  it.each<[string, string]>([
    ['with another key', forge({}, { secret: 'another-secret-that-is-long-enough-too' })],
    ['by another algorithm', forge({}, { algorithm: 'HS512' })],
    ['that has expired', forge({ exp: nowS() - 1 })],
    ['by another issuer', forge({ iss: 'somebody' })],
    ['by nobody', forge({ iss: undefined })],
    ['for another audience', forge({ aud: 'somebody' })],
    ['for nobody', forge({ aud: undefined })],
    ['without a person', forge({ sub: undefined })],
    ['without a session', forge({ sid: undefined })],
    ['for a person whose id is too long', forge({ sub: `${USER}0` })],
    ['for a person whose id begins with something else', forge({ sub: `x${USER}` })],
    ['for a person whose id is no id', forge({ sub: 'x'.repeat(24) })],
    ['for a session whose id is too long', forge({ sid: `${SESSION}0` })],
    ['for a session whose id is no id', forge({ sid: 'x'.repeat(24) })],
    ['for a session that is a list of one id', forge({ sid: [SESSION] })],
    ['for a session that is an operator', forge({ sid: { $gt: '' } })],
    ['of words alone', jwt.sign('safarnama', SECRET, { algorithm: 'HS256' })],
  ])('made %s: is read by nobody', (_case, token) => {
    expect(tokens.read(token)).toBeNull();
  });

  it.each(['', 'x', 'a.b.c', `${forge()}x`, forge().split('.').slice(0, 2).join('.')])(
    'that is broken, %j: is read by nobody',
    (token) => {
      expect(tokens.read(token)).toBeNull();
    },
  );

  it('that was read while it was good: is read by nobody once its time is over', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = tokens.sign(USER, SESSION);
    expect(tokens.read(token)).not.toBeNull();

    vi.advanceTimersByTime((7 * DAY_S - 1) * 1000);
    expect(tokens.read(token)).not.toBeNull();
    vi.advanceTimersByTime(1000);
    expect(tokens.read(token)).toBeNull();
  });

  it('that was read before: is remembered until it is forgotten', () => {
    const token = tokens.sign(USER, SESSION);
    const first = tokens.read(token);
    expect(tokens.read(token)).toBe(first);

    tokens.forget(token);

    expect(tokens.read(token)).toEqual(first);
    expect(tokens.read(token)).not.toBe(first);
  });

  it('that differs from one read before in its signature alone: is read by nobody', () => {
    const token = tokens.sign(USER, SESSION);
    expect(tokens.read(token)).not.toBeNull();
    const [head = '', body = '', signature = ''] = token.split('.');

    const other = signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect(tokens.read(`${head}.${body}.${other}`)).toBeNull();
    expect(tokens.read(`${head}.${body}.`)).toBeNull();
  });
});
