import { describe, expect, it } from 'vitest';
import { signIn } from './sign-in.mjs';

const ACCOUNT = { email: 'asha.rao@example.com', password: 'a good long password' };
const UNKNOWN = { status: 401, body: {}, message: 'Wrong email or password', isRepeat: false };
const EXISTS = { status: 409, body: {}, message: 'This email already has an account', isRepeat: false };
const UNEXPECTED = { status: 500, body: {}, message: 'Unexpected request', isRepeat: false };
const EXISTS_NOW = { ...EXISTS, isRepeat: true };

/**
 * Creates a client that receives these responses in order.
 *
 * @param {import('./client.mjs').ApiResponse[]} responses
 */
function createStubClient(responses) {
  /** @type {string[]} */
  const paths = [];
  /** @type {import('./client.mjs').Client} */
  const client = {
    async send(_method, path) {
      paths.push(path);
      return responses[paths.length - 1] ?? UNEXPECTED;
    },
  };
  return { client, paths };
}

describe('signIn', () => {
  it('when the account exists after a sign-up whose response was lost: signs in to the new account', async () => {
    const user = { status: 200, body: { _id: '1', fullName: 'Asha Rao' }, message: '', isRepeat: false };
    const { client, paths } = createStubClient([UNKNOWN, EXISTS_NOW, user]);

    expect(await signIn(client, ACCOUNT)).toEqual({ fullName: 'Asha Rao', isNew: true });
    expect(paths).toEqual(['/api/auth/login', '/api/auth/signup', '/api/auth/login']);
  });

  it('when the account exists: reports the wrong password after a single failed login', async () => {
    const { client, paths } = createStubClient([UNKNOWN, EXISTS, UNKNOWN]);

    await expect(signIn(client, ACCOUNT)).rejects.toThrow(
      'asha.rao@example.com has an account, but the password is wrong.',
    );
    expect(paths).toEqual(['/api/auth/login', '/api/auth/signup']);
  });

  it.each([
    [UNKNOWN, 'asha.rao@example.com has an account, but the password is wrong.'],
    [
      { ...UNEXPECTED, message: 'Something went wrong' },
      'Signing in as asha.rao@example.com failed: Something went wrong',
    ],
  ])(
    'when the account exists after a repeated sign-up and signing in again gets %j: reports %s',
    async (response, message) => {
      const { client } = createStubClient([UNKNOWN, EXISTS_NOW, response]);

      await expect(signIn(client, ACCOUNT)).rejects.toThrow(message);
    },
  );
});
