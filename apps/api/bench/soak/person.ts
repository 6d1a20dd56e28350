import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import type { Client } from './client.js';
import type { Tally } from './tally.js';

const PASSWORD = 'monsoon-kochi-7';
const WORDS = ['घाट', 'தஞ்சாவூர்', 'মেলা', 'dawn', 'ferry', 'लद्दाख', '🛕', 'chai', 'monsoon', 'Hampi'];
/** Colours make pictures of different bytes. */
const randomColour = () =>
  `#${Math.floor(Math.random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`;
const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(Math.random() * of.length)];
const sentence = (words: number) => Array.from({ length: words }, () => pick(WORDS)).join(' ');

async function randomPicture(): Promise<string> {
  return toDataUrl(await buildPicture(800, 600, randomColour()).jpeg().toBuffer(), 'image/jpeg');
}

interface PersonOptions {
  url: string;
  client: Client;
  name: string;
  /** Ids of everybody who takes part, filled as they sign up. */
  everybody: string[];
  /** Time between two things that a person does, at the middle. */
  thinkMs: number;
  tally: Tally;
  signal: AbortSignal;
}

/** Ids that answers name. */
interface Named {
  _id: string;
}

/** One person with a browser of one or two tabs. */
export function createPerson({ url, client, name, everybody, thinkMs, tally, signal }: PersonOptions) {
  const email = `${randomUUID()}@example.com`;
  let cookie = '';
  let id = '';
  const tabs: Socket[] = [];
  let ownPost: string | null = null;

  function fail(what: string): void {
    tally.errors.push(what);
  }

  /** One call. Notes every answer that is not among `expected`, and gives null then. */
  async function call<T>(
    method: string,
    path: string,
    input?: object,
    expected = [200, 201],
  ): Promise<T | null> {
    const start = performance.now();
    try {
      const { status, headers, body } = await client.send(
        method,
        path,
        { cookie, ...(input ? { 'Content-Type': 'application/json' } : {}) },
        input && JSON.stringify(input),
      );
      tally.requests += 1;
      tally.took(performance.now() - start);
      const given = headers['set-cookie']?.[0]?.split(';')[0];
      if (given !== undefined) cookie = given;
      const isJson = headers['content-type']?.startsWith('application/json') === true;
      if (expected.includes(status)) return isJson ? JSON.parse(body.toString()) : null;
      if (status === 503) tally.turnedAway += 1;
      else fail(`${method} ${path}: ${status} ${body.toString().slice(0, 200)}`);
    } catch (error) {
      fail(`${method} ${path}: ${error}`);
    }
    return null;
  }

  async function openTab(): Promise<void> {
    const socket = io(url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      auth: { presence: 'delta' },
      forceNew: true,
      reconnection: false,
    });
    tabs.push(socket);
    socket.onAny(() => {
      tally.events += 1;
    });
    let hasConnected = false;
    socket.on('disconnect', (reason) => {
      // Told also of one that was never let in.
      if (hasConnected && tabs.includes(socket) && !signal.aborted) fail(`a socket was ended: ${reason}`);
    });
    await new Promise<void>((resolve) => {
      socket.once('connect', () => {
        hasConnected = true;
        resolve();
      });
      // Closed without a word, for the client to come again: who it is could not be looked up.
      socket.io.once('close', () => {
        if (!hasConnected) tally.turnedAway += 1;
        resolve();
      });
      socket.once('connect_error', (error) => {
        fail(`a socket was refused: ${error.message}`);
        resolve();
      });
    });
  }

  function closeTab(): void {
    tabs.pop()?.close();
  }

  async function posts(query: string): Promise<{ _id: string; slug: string; blogImage?: string }[]> {
    const page = await call<{ posts: { _id: string; slug: string; blogImage?: string }[] }>('GET', query);
    return page?.posts ?? [];
  }

  /** What people do while signed in, with how often they do it: as shares of a hundred. */
  const doings = new Map<string, { weight: number; act(): Promise<unknown> }>();
  const add = (what: string, weight: number, act: () => Promise<unknown>) =>
    doings.set(what, { weight, act });

  add('read the feed', 18, async () => {
    const cards = await posts('/api/post/getposts?view=card');
    const card = pick(cards);
    if (card?.blogImage) await call('GET', `${card.blogImage}?w=320`, undefined, [200, 404]);
  });
  add('read a story', 16, async () => {
    const card = pick(await posts('/api/post/getposts?view=card'));
    if (!card) return;
    // Another one may have deleted theirs meanwhile.
    await call('GET', `/api/post/getpost/${encodeURIComponent(card.slug)}`, undefined, [200, 404]);
    await call('GET', `/api/post/${card._id}/comments`, undefined, [200, 404]);
  });
  add('like and bookmark', 6, async () => {
    const card = pick(await posts('/api/post/getposts?view=card'));
    if (!card) return;
    const mark = pick(['like', 'bookmark']);
    // Nobody likes their own.
    await call('PUT', `/api/post/${card._id}/${mark}`, undefined, [200, 403, 404]);
    await call('DELETE', `/api/post/${card._id}/${mark}`, undefined, [200, 404]);
    await call('GET', '/api/post/bookmarks');
  });
  add('comment', 5, async () => {
    const card = pick(await posts('/api/post/getposts?view=card'));
    if (!card) return;
    const path = `/api/post/${card._id}/comments`;
    const answer = await call<{ comment?: Named }>('POST', path, { text: sentence(8) }, [201, 404]);
    if (answer?.comment) await call('DELETE', `${path}/${answer.comment._id}`, undefined, [200, 404]);
  });
  add('search', 5, () => posts(`/api/post/search?q=${encodeURIComponent(pick(WORDS) ?? '')}`));
  add('write a draft', 6, async () => {
    const path = `/api/drafts/${randomUUID()}`;
    let version = 0;
    for (let n = 1; n <= 3; n += 1) {
      const body = { blogTitle: sentence(4), blogContent: sentence(60 * n), version };
      const saved = await call<{ draft: { version: number } }>('PUT', path, body);
      version = saved?.draft.version ?? version;
    }
    await call('GET', '/api/drafts');
    await call('DELETE', path);
  });
  add('publish', 3, async () => {
    const body = {
      blogTitle: sentence(5),
      blogContent: sentence(300),
      blogImage: Math.random() < 0.3 ? await randomPicture() : '',
      blogLocation: 'Varanasi',
    };
    const answer = await call<{ post: Named }>('POST', '/api/post/create-post', body);
    if (ownPost) await call('DELETE', `/api/post/delete-post/${ownPost}`);
    ownPost = answer?.post._id ?? null;
    if (ownPost) {
      await call('PUT', `/api/post/update-post/${ownPost}`, {
        ...body,
        blogImage: undefined,
        blogTitle: sentence(6),
      });
    }
    await call('GET', '/api/post/my-posts?view=card');
  });
  add('chat', 22, async () => {
    const other = pick(everybody.filter((each) => each !== id));
    if (other === undefined) return;
    const talk = await call<{ changeNumber: number }>('GET', `/api/message/${other}?limit=30`);
    let last: Named | null = null;
    for (let n = Math.ceil(Math.random() * 3); n > 0; n -= 1) {
      tabs[0]?.emit('typing', { toUserId: other });
      const image = Math.random() < 0.05 ? await randomPicture() : '';
      const body = { text: sentence(9), image, clientMessageId: randomUUID() };
      const sent = await call<Named>('POST', `/api/message/send/${other}`, body);
      if (sent) tally.messages += 1;
      last = sent ?? last;
    }
    if (!last || !talk) return;
    // As after a line that was lost: the same once more, and what came since.
    await call('GET', `/api/message/${other}?after=${last._id}&limit=30`);
    await call('GET', `/api/message/${other}/changes?since=${talk.changeNumber}`);
  });
  add('answer', 10, async () => {
    await call('GET', '/api/message/unread');
    const contacts = await call<Named[]>('GET', '/api/message/get-all-users?limit=20');
    const other = contacts?.[0];
    if (!other) return;
    const talk = await call<{ messages_between_sender_receiver: { _id: string; senderId: string }[] }>(
      'GET',
      `/api/message/${other._id}?limit=30`,
    );
    const theirs = talk?.messages_between_sender_receiver.findLast(({ senderId }) => senderId === other._id);
    if (!theirs) return;
    await call('POST', `/api/message/${other._id}/delivered`, { upTo: theirs._id });
    await call('POST', `/api/message/${other._id}/read`, { upTo: theirs._id });
    await call('PUT', `/api/message/${theirs._id}/reaction`, { emoji: '🙏' });
    await call('DELETE', `/api/message/${theirs._id}/reaction`);
  });
  add('open and close a tab', 4, async () => {
    if (tabs.length > 1) closeTab();
    else await openTab();
  });
  add('come back to the page', 3, async () => {
    closeTab();
    await openTab();
    await call('GET', '/api/auth/check-auth');
  });
  add('change the profile', 1, async () => {
    const profilePic = Math.random() < 0.3 ? await randomPicture() : undefined;
    await call('PUT', '/api/auth/update-profile', { fullName: name, profilePic });
    await call('GET', '/api/auth/sessions');
  });
  add('ask for what is not there', 1, async () => {
    await call('GET', `/api/post/getpost/${randomUUID()}`, undefined, [404]);
    await call('POST', '/api/post/create-post', { blogTitle: '' }, [400]);
  });

  const weights = [...doings.values()].reduce((sum, { weight }) => sum + weight, 0);
  function choose(): string {
    let rest = Math.random() * weights;
    for (const [what, { weight }] of doings) {
      rest -= weight;
      if (rest <= 0) return what;
    }
    return 'read the feed';
  }

  function note(what: string): void {
    tally.actions.set(what, (tally.actions.get(what) ?? 0) + 1);
  }

  const think = () => wait(thinkMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);

  /** As people do: when they are turned away, they try again in a moment. */
  async function signIn(): Promise<boolean> {
    while (!(await call('POST', '/api/auth/login', { email, password: PASSWORD }))) {
      if (signal.aborted) return false;
      await think();
    }
    return true;
  }

  async function signOut(): Promise<void> {
    note('sign out');
    while (tabs.length > 0) closeTab();
    await call('POST', '/api/auth/logout');
  }

  return {
    async signUp(): Promise<void> {
      note('sign up');
      const user = await call<Named>('POST', '/api/auth/signup', {
        fullName: name,
        email,
        password: PASSWORD,
      });
      id = user?._id ?? '';
      if (id !== '') everybody.push(id);
    },

    /** Goes on until the signal: sessions of some twenty things each. */
    async live(): Promise<void> {
      while (!signal.aborted) {
        note('sign in');
        if (!(await signIn())) return;
        await openTab();
        for (let left = 10 + Math.floor(Math.random() * 20); left > 0 && !signal.aborted; left -= 1) {
          const what = choose();
          note(what);
          await doings.get(what)?.act();
          await think();
        }
        await signOut();
        await think();
      }
    },
  };
}
