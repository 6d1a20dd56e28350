import jwt from 'jsonwebtoken';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSessionTokens } from './session-token.js';

const SECRET = 'a-secret-that-signs-tokens-in-tests-only';
const USER = '65f0c0ffee65f0c0ffee65f0';
const SESSION = '0123456789abcdef01234567';
const DAY_S = 24 * 60 * 60;
const nowS = () => Math.floor(Date.now() / 1000);

const tokens = createSessionTokens(SECRET);

/** Signs a token like `sign`, with other claims or options. */
function forge(
  claims: object = {},
  { secret = SECRET, ...options }: jwt.SignOptions & { secret?: string } = {},
) {
  const defaults = { sub: USER, sid: SESSION, iss: 'safarnama', aud: 'safarnama-web', exp: nowS() + DAY_S };
  return jwt.sign({ ...defaults, ...claims }, secret, { algorithm: 'HS256', ...options });
}

describe('a session token', () => {
  it('signed by us: contains the user, the session and the issue time', () => {
    const beforeS = nowS();

    const claims = tokens.read(tokens.sign(USER, SESSION));

    expect(claims).toEqual({ userId: USER, sessionId: SESSION, issuedAt: expect.any(Date) });
    const issuedAtS = Number(claims?.issuedAt) / 1000;
    expect(issuedAtS).toBeGreaterThanOrEqual(beforeS);
    expect(issuedAtS).toBeLessThanOrEqual(nowS());
  });

  it('signed by us: is valid for a week and names issuer and audience', () => {
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

  it('without an issue time: counts as issued in 1970', () => {
    expect(tokens.read(forge())).not.toBeNull();
    expect(tokens.read(forge({}, { noTimestamp: true }))?.issuedAt).toEqual(new Date(0));
  });

  it.each<[string, string]>([
    ['with another key', forge({}, { secret: 'another-secret-that-is-long-enough-too' })],
    ['with another algorithm', forge({}, { algorithm: 'HS512' })],
    ['with an expiry in the past', forge({ exp: nowS() - 1 })],
    ['by another issuer', forge({ iss: 'somebody' })],
    ['without an issuer', forge({ iss: undefined })],
    ['for another audience', forge({ aud: 'somebody' })],
    ['without an audience', forge({ aud: undefined })],
    ['without a user', forge({ sub: undefined })],
    ['without a session', forge({ sid: undefined })],
    ['for a user id that is too long', forge({ sub: `${USER}0` })],
    ['for a user id with a prefix', forge({ sub: `x${USER}` })],
    ['for a malformed user id', forge({ sub: 'x'.repeat(24) })],
    ['for a session id that is too long', forge({ sid: `${SESSION}0` })],
    ['for a malformed session id', forge({ sid: 'x'.repeat(24) })],
    ['for a list with one session id', forge({ sid: [SESSION] })],
    ['with a MongoDB operator as session id', forge({ sid: { $gt: '' } })],
    ['as a string payload', jwt.sign('safarnama', SECRET, { algorithm: 'HS256' })],
  ])('signed %s: is rejected', (_case, token) => {
    expect(tokens.read(token)).toBeNull();
  });

  it.each(['', 'x', 'a.b.c', `${forge()}x`, forge().split('.').slice(0, 2).join('.')])(
    'with the malformed text %j: is rejected',
    (token) => {
      expect(tokens.read(token)).toBeNull();
    },
  );

  it('cached before its expiry: is rejected after its expiry', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = tokens.sign(USER, SESSION);
    expect(tokens.read(token)).not.toBeNull();

    vi.advanceTimersByTime((7 * DAY_S - 1) * 1000);
    expect(tokens.read(token)).not.toBeNull();
    vi.advanceTimersByTime(1000);
    expect(tokens.read(token)).toBeNull();
  });

  it('verified once: is cached until `forget` is called', () => {
    const token = tokens.sign(USER, SESSION);
    const first = tokens.read(token);
    expect(tokens.read(token)).toBe(first);

    tokens.forget(token);

    expect(tokens.read(token)).toEqual(first);
    expect(tokens.read(token)).not.toBe(first);
  });

  it('that differs from a cached one only in its signature: is rejected', () => {
    const token = tokens.sign(USER, SESSION);
    expect(tokens.read(token)).not.toBeNull();
    const [head = '', body = '', signature = ''] = token.split('.');

    const other = signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect(tokens.read(`${head}.${body}.${other}`)).toBeNull();
    expect(tokens.read(`${head}.${body}.`)).toBeNull();
  });
});
