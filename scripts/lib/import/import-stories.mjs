import { CommandError } from '../errors.mjs';
import { ServerUnavailableError } from './client.mjs';
import { signIn } from './sign-in.mjs';
import { computeStoryKey } from './story.mjs';

/** @typedef {import('./story.mjs').Story} Story */
/** @typedef {import('./client.mjs').Client} Client */
/**
 * @typedef {object} Tally
 * @property {number} added
 * @property {number} skipped - already existed.
 * @property {{ line: number, reason: string }[]} failed
 * @property {number} notSent - remained when the import stopped early.
 * @property {string | null} stopReason
 */

const PAGE_LENGTH = 50;

/**
 * @param {Client} client - signed in.
 * @returns {Promise<Set<string>>} the keys of all stories of the signed-in user.
 */
export async function readOwnKeys(client) {
  const keys = new Set();
  /** @type {string | null} */
  let cursor = null;
  do {
    const query = new URLSearchParams({
      view: 'full',
      limit: String(PAGE_LENGTH),
      ...(cursor === null ? {} : { cursor }),
    });
    const { status, body, message } = await client.send('GET', `/api/post/my-posts?${query}`);
    if (status !== 200) throw new CommandError(`Your stories could not be read: ${message}`);
    for (const post of body.posts) keys.add(computeStoryKey(post.blogTitle, post.blogContent));
    cursor = body.nextCursor;
  } while (cursor !== null);
  return keys;
}

/**
 * Sends stories one after the other, in the order of the file.
 *
 * @param {object} options
 * @param {Client} options.client - signed in.
 * @param {{ email: string, password: string }} options.account - for signing in again when the session ends.
 * @param {Story[]} options.stories
 * @param {Set<string>} options.known - keys of existing stories; new ones are added.
 * @param {AbortSignal} options.signal
 * @param {(done: number, tally: Tally) => void} options.onProgress
 * @returns {Promise<Tally>}
 */
export async function sendStories({ client, account, stories, known, signal, onProgress }) {
  /** @type {Tally} */
  const tally = { added: 0, skipped: 0, failed: [], notSent: 0, stopReason: null };
  for (const [index, story] of stories.entries()) {
    try {
      signal.throwIfAborted();
      if (known.has(story.key)) tally.skipped += 1;
      else {
        const { status, message } = await create(client, account, story);
        if (status === 201) tally.added += 1;
        else if (status === 200) tally.skipped += 1;
        else tally.failed.push({ line: story.line, reason: `"${story.title}": ${message}` });
        if (status === 201 || status === 200) known.add(story.key);
      }
    } catch (error) {
      if (!signal.aborted && !(error instanceof CommandError)) throw error;
      tally.notSent = stories.length - index;
      tally.stopReason = error instanceof CommandError ? error.message : 'Stopped.';
      break;
    }
    onProgress(index + 1, tally);
  }
  return tally;
}

/**
 * @param {Client} client
 * @param {{ email: string, password: string }} account
 * @param {Story} story
 */
async function create(client, account, story) {
  const response = await client.send('POST', '/api/post/create-post', story.body);
  if (response.status !== 401) return response;
  // The session has ended in the meantime, because of a sign-out or a password change.
  const { isNew } = await signIn(client, account);
  if (isNew) throw new ServerUnavailableError('The account no longer exists.');
  return client.send('POST', '/api/post/create-post', story.body);
}
