import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../errors.mjs';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body - parsed JSON, null when it was none.
 * @property {string} message - what the server said, for people.
 */
/**
 * @typedef {object} Client
 * @property {(method: string, path: string, body?: unknown) => Promise<Answer>} send
 */

/** A 15 MB body on a weak line. */
const TIMEOUT_MS = 180_000;
/** Tries when the server does not answer: with the pauses between them about 40 s. */
const MAX_ATTEMPTS = 8;
/** A server that never answered is rather not there at all. */
const MAX_FIRST_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Asked for by a limit of so many an hour; anything longer is not waited for. */
const LONGEST_WAIT_S = 3700;
const UNAVAILABLE_STATUSES = new Set([502, 503, 504]);

/** The server cannot be reached any more; what was not sent can be sent later. */
export class ServerUnavailableError extends CommandError {}

/**
 * A client of the API that keeps its cookies, waits when it is told to, and tries again when nobody answers.
 * Every call it makes may be repeated: creates carry an id.
 *
 * @param {object} options
 * @param {string} options.url - of the product, such as `http://localhost:3000`.
 * @param {AbortSignal} options.signal - stops it at once.
 * @param {(reason: string, seconds: number) => void} options.onWait - it will go on after so many seconds.
 * @returns {Client}
 */
export function createClient({ url, signal, onWait }) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  let hasResponded = false;

  /** @param {Response} response */
  function saveCookies(response) {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   */
  async function request(method, path, body) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        accept: 'application/json',
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect of a POST would lose its body; the address is wrong then.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    saveCookies(response);
    return { response, text };
  }

  /**
   * @param {string} reason
   * @param {number} ms
   */
  async function pause(reason, ms) {
    onWait(reason, Math.ceil(ms / 1000));
    await sleep(ms, undefined, { signal });
  }

  return {
    async send(method, path, body) {
      for (let attempt = 1; ; attempt += 1) {
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
        let result;
        try {
          result = await request(method, path, body);
        } catch (error) {
          signal.throwIfAborted();
          const reason = `${new URL(url).origin} does not answer (${describeFailure(error)})`;
          if (!hasResponded && attempt >= MAX_FIRST_ATTEMPTS) {
            throw new ServerUnavailableError(
              `${reason}. Start the product with npm start, or name its address with --url.`,
            );
          }
          if (attempt >= MAX_ATTEMPTS) throw new ServerUnavailableError(`${reason}.`);
          await pause(reason, pauseMs);
          continue;
        }
        hasResponded = true;
        const { response, text } = result;
        const parsed = parseJson(text);
        const message =
          typeof parsed?.message === 'string' ? parsed.message : `the server answered ${response.status}`;
        const retryAfterS = parseRetryAfter(response);
        if (response.status === 429) {
          const seconds = retryAfterS ?? pauseMs / 1000;
          if (seconds > LONGEST_WAIT_S)
            throw new ServerUnavailableError(`The server asks for a pause of ${seconds} s: ${message}`);
          // The limit's own time is waited for as often as it takes, and counts as no failure.
          attempt = 0;
          await pause('the server asks for a pause', seconds * 1000);
        } else if (UNAVAILABLE_STATUSES.has(response.status)) {
          if (attempt >= MAX_ATTEMPTS)
            throw new ServerUnavailableError(`The server cannot take stories now: ${message}`);
          await pause(message, Math.max(pauseMs, Math.min(LONGEST_PAUSE_MS, (retryAfterS ?? 0) * 1000)));
        } else {
          return { status: response.status, body: parsed, message };
        }
      }
    },
  };
}

/** @param {unknown} error */
function describeFailure(error) {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause = error.cause;
  if (cause instanceof Error) return 'code' in cause && cause.code ? String(cause.code) : cause.message;
  return error.message;
}

/** @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {Response} response
 * @returns {number | null} seconds from now; the header holds seconds or a date.
 */
function parseRetryAfter(response) {
  const value = response.headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}
