import { CommandError } from '../errors.mjs';

/** @typedef {import('./client.mjs').Client} Client */

/** The server's limit. */
const MAX_NAME_LENGTH = 80;

/**
 * Signs in, or signs up when the email address is unknown.
 *
 * @param {Client} client
 * @param {{ email: string, password: string }} account
 * @returns {Promise<{ fullName: string, isNew: boolean }>}
 */
export async function signIn(client, { email, password }) {
  const sendLogin = () => client.send('POST', '/api/auth/login', { email, password });
  const login = await sendLogin();
  if (hasUser(login, 200)) return { fullName: String(login.body.fullName), isNew: false };
  if (login.body === null || (login.status !== 401 && login.status !== 400)) {
    throw new CommandError(
      login.body === null || login.status === 404
        ? 'The server at this address is not Safarnama. Name the right address with --url.'
        : `Signing in as ${email} failed: ${login.message}`,
    );
  }
  // The server's response is the same for an unknown address and a wrong password; signing up tells them apart.
  const signup = await client.send('POST', '/api/auth/signup', {
    fullName: deriveName(email),
    email,
    password,
  });
  if (hasUser(signup, 201)) return { fullName: String(signup.body.fullName), isNew: true };
  if (signup.status !== 409)
    throw new CommandError(`Signing in as ${email} failed, and so did signing up: ${signup.message}`);
  const wrongPassword = new CommandError(`${email} has an account, but the password is wrong.`);
  if (!signup.isRepeat) throw wrongPassword;
  // The first attempt, whose response was lost, may have created the account.
  const repeated = await sendLogin();
  if (hasUser(repeated, 200)) return { fullName: String(repeated.body.fullName), isNew: true };
  throw repeated.status === 401
    ? wrongPassword
    : new CommandError(`Signing in as ${email} failed: ${repeated.message}`);
}

/**
 * @param {import('./client.mjs').ApiResponse} response
 * @param {number} status
 */
const hasUser = (response, status) => response.status === status && typeof response.body?._id === 'string';

/**
 * Derives a name for a new account from the local part of its address: `asha.rao+blog@...` becomes Asha Rao Blog.
 *
 * @param {string} email
 */
export function deriveName(email) {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const name = words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(' ');
  return [...(name || 'Traveller')].slice(0, MAX_NAME_LENGTH).join('');
}
