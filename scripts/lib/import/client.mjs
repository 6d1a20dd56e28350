import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../database-package.mjs';
import { CommandError } from '../errors.mjs';

/**
 * @typedef {object} ApiResponse
 * @property {number} status
 * @property {any} body - parsed JSON, or null when the body is not JSON.
 * @property {string} message - the server's message, for the user.
 * @property {boolean} isRepeat - whether the call was repeated: an earlier attempt may have taken effect.
 */
/**
 * @typedef {object} Client
 * @property {(method: string, path: string, body?: unknown) => Promise<ApiResponse>} send
 */

/** Enough for a 15 MB body on a slow connection. */
const TIMEOUT_MS = 180_000;
/** Attempts while the server is unavailable. The pauses between them take 36 s in total. */
const MAX_ATTEMPTS = 8;
/** Attempts before the first response: a server that has never responded is probably not running. */
const MAX_FIRST_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** The longest pause that is accepted from the server: an hourly rate limit and a margin. */
const LONGEST_WAIT_S = 3700;
const UNAVAILABLE_STATUSES = new Set([502, 503, 504]);

/** The server cannot be reached; the remaining stories can be sent later. */
export class ServerUnavailableError extends CommandError {}

/**
 * Creates an API client that stores cookies, observes Retry-After, and retries while the server is unavailable. A call
 * whose response was lost is repeated: new stories carry an id, and a repeated sign-up gets 409.
 *
 * @param {object} options
 * @param {string} options.url - of the product, such as `http://localhost:3000`.
 * @param {AbortSignal} options.signal - stops the client immediately.
 * @param {(reason: string, seconds: number) => void} options.onWait - called before each pause.
 * @param {typeof delay} [options.sleep] - waits for a pause; replaced in tests.
 * @returns {Client}
 */
export function createClient({ url, signal, onWait, sleep = delay }) {
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
   * @param {AbortSignal} attemptSignal
   */
  async function request(method, path, body, attemptSignal) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        accept: 'application/json',
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirected POST would lose its body; a redirect means that the address is wrong.
      redirect: 'manual',
      signal: attemptSignal,
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
      let isRepeat = false;
      for (let attempt = 1; ; attempt += 1) {
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
        let result;
        try {
          result = await withTimeout(signal, TIMEOUT_MS, (attemptSignal) =>
            request(method, path, body, attemptSignal),
          );
        } catch (error) {
          signal.throwIfAborted();
          const reason = `${new URL(url).origin} does not respond (${describeFailure(error)})`;
          if (!hasResponded && attempt >= MAX_FIRST_ATTEMPTS) {
            throw new ServerUnavailableError(
              `${reason}. Start the product with npm start, or name its address with --url.`,
            );
          }
          if (attempt >= MAX_ATTEMPTS) throw new ServerUnavailableError(`${reason}.`);
          isRepeat = true;
          await pause(reason, pauseMs);
          continue;
        }
        hasResponded = true;
        const { response, text } = result;
        const parsed = parseJson(text);
        const message =
          typeof parsed?.message === 'string'
            ? parsed.message
            : `the server responded with ${response.status}`;
        const retryAfterS = parseRetryAfter(response);
        if (response.status === 429) {
          const seconds = retryAfterS ?? pauseMs / 1000;
          if (seconds > LONGEST_WAIT_S)
            throw new ServerUnavailableError(`The server requests a pause of ${seconds} s: ${message}`);
          // A pause requested by a rate limit is not a failed attempt.
          attempt = 0;
          await pause('the server requests a pause', seconds * 1000);
        } else if (UNAVAILABLE_STATUSES.has(response.status)) {
          if (attempt >= MAX_ATTEMPTS)
            throw new ServerUnavailableError(`The server cannot accept stories now: ${message}`);
          isRepeat = true;
          await pause(message, Math.max(pauseMs, Math.min(LONGEST_PAUSE_MS, (retryAfterS ?? 0) * 1000)));
        } else {
          return { status: response.status, body: parsed, message, isRepeat };
        }
      }
    },
  };
}

/** @param {unknown} error */
function describeFailure(error) {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timeout';
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
 * @returns {number | null} seconds from now; the header contains seconds or a date.
 */
function parseRetryAfter(response) {
  const value = response.headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}
