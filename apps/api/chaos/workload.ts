import { setTimeout as wait } from 'node:timers/promises';
import {
  type ClientToServerEvents,
  type Conversation,
  type Draft,
  LIKE_BASE,
  type Message,
  type Post,
  type ServerToClientEvents,
} from '@safarnama/contracts';
import sharp from 'sharp';
import { io, type Socket } from 'socket.io-client';
import type { Random } from '../scripts/random.js';
import { type CallApi, type CallOptions, callApiOrThrow } from './api-client.js';
import type { ReportViolation } from './inject-fault.js';

const WRITE_PAUSE_MS = 350;
const FOLLOW_PAUSE_MS = 400;
/** Below the limit of 300 stories and pictures an hour, for runs of ten minutes. */
const PUBLISH_PAUSE_MS = 4_500;
const SAVE_PAUSE_MS = 500;
const LIKE_PAUSE_MS = 400;
const COMMENT_PAUSE_MS = 1_500;
const PAGE = 100;
const TEXTS = ['वहाँ कैसे पहुँचे?', 'வணக்கம், நாளை வருகிறேன்', 'কাল সকালে বেরোব', '👨‍👩‍👧‍👦 🛕'] as const;
const PRESENCE_TIMEOUT_MS = 40_000;

/** Counts of acknowledged, lost and duplicated writes. */
export interface Tally {
  acknowledged: number;
  lost: number;
  duplicated: number;
}

interface TestUser {
  id: string;
  cookie: string;
}

/** Something that users do until it is stopped, and the verification of its results. */
interface Activity {
  run(isStopped: () => boolean): Promise<void>;
  check(): Promise<void>;
}

interface WorkloadContext {
  callApi: CallApi;
  random: Random;
  reportViolation: ReportViolation;
  tally: Tally;
}

async function signUp(
  callApi: CallApi,
  urls: readonly [string, string],
  fullName: string,
): Promise<TestUser> {
  const response = await fetch(`${urls[0]}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      fullName,
      email: `${crypto.randomUUID()}@example.com`,
      password: 'monsoon-kochi-7',
    }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { body } = await callApiOrThrow(callApi, 'GET', '/api/auth/check-auth', { cookie });
  return { id: String(Reflect.get(Object(body), '_id')), cookie };
}

/** Two users who send each other messages and read the new ones. */
function createConversation(
  { callApi, random, reportViolation, tally }: WorkloadContext,
  userA: TestUser,
  userB: TestUser,
): Activity {
  const sent: { clientMessageId: string; _id: string; sender: TestUser }[] = [];
  const participants = [
    { user: userA, to: userB, seen: [] as string[] },
    { user: userB, to: userA, seen: [] as string[] },
  ];

  async function send(user: TestUser, to: TestUser, text: string): Promise<Message> {
    const clientMessageId = crypto.randomUUID();
    const options = { cookie: user.cookie, body: { text, image: '', clientMessageId } };
    const { body } = await callApiOrThrow(callApi, 'POST', `/api/message/send/${to.id}`, options);
    // The response type of the endpoint.
    const message = body as Message;
    sent.push({ clientMessageId, _id: message._id, sender: user });
    tally.acknowledged += 1;
    return message;
  }

  async function readPage(user: TestUser, to: TestUser, query: string): Promise<Conversation> {
    const { body } = await callApiOrThrow(callApi, 'GET', `/api/message/${to.id}?limit=${PAGE}${query}`, {
      cookie: user.cookie,
    });
    return body as Conversation;
  }

  async function readConversation(user: TestUser, to: TestUser): Promise<Message[]> {
    const messages: Message[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page: Conversation = await readPage(user, to, before === '' ? '' : `&before=${before}`);
      messages.unshift(...page.messages_between_sender_receiver);
      before = page.nextCursor;
    }
    return messages;
  }

  return {
    async run(isStopped) {
      const first = await send(userA, userB, 'नमस्ते');
      for (const { seen } of participants) seen.push(first._id);
      let activeSenders = participants.length;
      await Promise.all(
        participants.flatMap(({ user, to, seen }) => [
          (async () => {
            while (!isStopped()) {
              await send(user, to, random.pick(TEXTS));
              await wait(WRITE_PAUSE_MS);
            }
            activeSenders -= 1;
          })(),
          (async () => {
            for (let wereSendersDone = false; ; ) {
              const page = await readPage(user, to, `&after=${seen.at(-1)}`);
              const messages = page.messages_between_sender_receiver;
              seen.push(...messages.map(({ _id }) => _id));
              if (messages.length > 0) continue;
              if (wereSendersDone) return;
              wereSendersDone = activeSenders === 0;
              await wait(FOLLOW_PAUSE_MS);
            }
          })(),
        ]),
      );
    },

    async check() {
      const [messagesOfA, messagesOfB] = [
        await readConversation(userA, userB),
        await readConversation(userB, userA),
      ];
      const order = messagesOfA.map(({ _id }) => _id).join();
      const stored = new Map(
        messagesOfA.map((message, position) => [message.clientMessageId, { message, position }]),
      );
      const lastPositions = new Map<string, number>();
      for (const { clientMessageId, _id, sender } of sent) {
        const found = stored.get(clientMessageId);
        if (found?.message._id !== _id) {
          tally.lost += 1;
          continue;
        }
        if (found.position < (lastPositions.get(sender.id) ?? -1))
          reportViolation('a message is stored before an earlier one');
        lastPositions.set(sender.id, found.position);
      }
      tally.duplicated += messagesOfA.length - stored.size;
      if (messagesOfA.length !== sent.length)
        reportViolation(`${messagesOfA.length} messages of ${sent.length} sent`);
      if (messagesOfB.map(({ _id }) => _id).join() !== order)
        reportViolation('two users see a different order');
      for (const { seen } of participants) {
        if (seen.join() !== order) reportViolation('a reader missed a message');
      }
    },
  };
}

/** A random picture, as a data URL. */
async function drawPicture(random: Random): Promise<string> {
  const pixels = Buffer.from(Array.from({ length: 40 * 30 * 3 }, () => random.int(0, 255)));
  const png = await sharp(pixels, { raw: { width: 40, height: 30, channels: 3 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

interface Published {
  clientPostId: string;
  _id: string;
  slug: string;
  blogImage: string;
}

/** A user who publishes stories with pictures, which other users read from `stories`. */
function createPublisher(
  { callApi, random, reportViolation, tally }: WorkloadContext,
  author: TestUser,
): Activity & { stories: Published[] } {
  const stories: Published[] = [];
  return {
    stories,
    async run(isStopped) {
      while (!isStopped()) {
        const clientPostId = crypto.randomUUID();
        const body = {
          blogTitle: `Ghats at dawn ${stories.length}`,
          blogContent: 'The first boats left before the sun.',
          blogImage: await drawPicture(random),
          blogLocation: 'Varanasi',
          clientPostId,
        };
        const response = await callApiOrThrow(callApi, 'POST', '/api/post/create-post', {
          cookie: author.cookie,
          body,
        });
        const { post } = response.body as { post: Post };
        stories.push({ clientPostId, _id: post._id, slug: post.slug, blogImage: post.blogImage });
        tally.acknowledged += 1;
        await wait(PUBLISH_PAUSE_MS);
      }
    },

    async check() {
      const options = { cookie: author.cookie };
      const found: Post[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { body } = await callApiOrThrow(
          callApi,
          'GET',
          `/api/post/my-posts?limit=100${query}`,
          options,
        );
        const page = body as { posts: Post[]; nextCursor: string | null };
        found.push(...page.posts);
        cursor = page.nextCursor;
      }
      const ids = new Set(found.map(({ _id }) => _id));
      tally.lost += stories.filter(({ _id }) => !ids.has(_id)).length;
      tally.duplicated += found.length - stories.length;
      for (const { slug, blogImage } of stories) {
        const { body } = await callApiOrThrow(callApi, 'GET', `/api/post/getpost/${slug}`, options);
        if ((body as { post: Post }).post.blogImage !== blogImage)
          reportViolation(`${slug} has a different picture`);
        const picture = await callApi('GET', blogImage, { ...options, isSingleAttempt: true });
        if (picture?.status !== 200) reportViolation(`the picture of ${slug} is missing`);
      }
    },
  };
}

/** One draft edited on two devices, each of which updates the version it has read. */
function createDraft({ callApi, reportViolation, tally }: WorkloadContext, writer: TestUser): Activity {
  const path = `/api/drafts/${crypto.randomUUID()}`;
  /** Acknowledged texts by version. */
  const savedTexts = new Map<number, string>();

  function recordVersion({ version, blogTitle }: Draft): void {
    const knownText = savedTexts.get(version);
    if (knownText !== undefined && knownText !== blogTitle) {
      reportViolation(`version ${version} of a draft was assigned twice`);
      tally.lost += 1;
    }
    if (knownText === undefined) tally.acknowledged += 1;
    savedTexts.set(version, blogTitle);
  }

  async function write(device: string, isStopped: () => boolean): Promise<void> {
    let version = 0;
    for (let count = 0; !isStopped(); count += 1) {
      const blogTitle = `${device} ${count}`;
      const options: CallOptions = {
        cookie: writer.cookie,
        body: { blogTitle, version },
        acceptedStatuses: [409],
      };
      const { status, body } = await callApiOrThrow(callApi, 'PUT', path, options);
      const { draft } = body as { draft: Draft };
      // 409: an earlier attempt that was stored without a response, or the version of the other device.
      if (status === 200 || draft.blogTitle === blogTitle) recordVersion(draft);
      version = draft.version;
      await wait(SAVE_PAUSE_MS);
    }
  }

  return {
    run: async (isStopped) => {
      await Promise.all([write('phone', isStopped), write('laptop', isStopped)]);
    },
    async check() {
      const { body } = await callApiOrThrow(callApi, 'GET', path, { cookie: writer.cookie });
      const { draft } = body as { draft: Draft };
      const last = Math.max(...savedTexts.keys());
      if (draft.version < last) tally.lost += 1;
      if (draft.version === last && draft.blogTitle !== savedTexts.get(last)) {
        reportViolation('a draft was overwritten without being read');
        tally.lost += 1;
      }
    },
  };
}

/** Users who like and unlike stories, and comment. */
function createReaders(
  { callApi, random, reportViolation, tally }: WorkloadContext,
  readers: readonly TestUser[],
  stories: readonly Published[],
): Activity {
  /** The last acknowledged like or unlike, by user and story. */
  const likes = new Map<string, boolean>();
  /** The story of each acknowledged comment, by its unique text. */
  const comments = new Map<string, string>();
  const pickStory = () => stories[random.int(Math.max(0, stories.length - 5), stories.length - 1)];

  async function like(user: TestUser, isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      const story = pickStory();
      if (story) {
        const shouldLike = random.chance(0.7);
        const method = shouldLike ? 'PUT' : 'DELETE';
        const { body } = await callApiOrThrow(callApi, method, `/api/post/${story._id}/like`, {
          cookie: user.cookie,
        });
        if (Reflect.get(Object(body), 'likedByMe') !== shouldLike)
          reportViolation(`${method} like returned the opposite`);
        likes.set(`${user.id} ${story._id}`, shouldLike);
        tally.acknowledged += 1;
      }
      await wait(LIKE_PAUSE_MS);
    }
  }

  async function comment(user: TestUser, isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      const story = pickStory();
      if (story) {
        const clientCommentId = crypto.randomUUID();
        const text = `सुंदर! ${clientCommentId}`;
        const options = { cookie: user.cookie, body: { text, clientCommentId } };
        await callApiOrThrow(callApi, 'POST', `/api/post/${story._id}/comments`, options);
        comments.set(text, story._id);
        tally.acknowledged += 1;
      }
      await wait(COMMENT_PAUSE_MS);
    }
  }

  async function readComments(user: TestUser, storyId: string): Promise<string[]> {
    const texts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/api/post/${storyId}/comments?limit=100${query}`;
      const { body } = await callApiOrThrow(callApi, 'GET', path, { cookie: user.cookie });
      const page = body as { comments: { text: string }[]; nextCursor: string | null };
      texts.push(...page.comments.map(({ text }) => text));
      cursor = page.nextCursor;
    }
    return texts;
  }

  return {
    run: async (isStopped) => {
      await Promise.all(readers.flatMap((user) => [like(user, isStopped), comment(user, isStopped)]));
    },

    async check() {
      const [first] = readers;
      if (!first) return;
      for (const { _id, slug } of stories) {
        let liked = 0;
        let post: Post | null = null;
        for (const user of readers) {
          const path = `/api/post/getpost/${slug}`;
          const { body } = await callApiOrThrow(callApi, 'GET', path, { cookie: user.cookie });
          ({ post } = body as { post: Post });
          const shouldBeLiked = likes.get(`${user.id} ${_id}`) ?? false;
          if (post.likedByMe !== shouldBeLiked) {
            reportViolation(`${slug}: likedByMe is ${post.likedByMe}, acknowledged was ${shouldBeLiked}`);
            tally.lost += 1;
          }
          if (post.likedByMe) liked += 1;
        }
        if (post?.likeCount !== LIKE_BASE + liked) {
          reportViolation(`${slug}: likeCount is ${post?.likeCount}, there are ${liked} and the base`);
        }
        const texts = await readComments(first, _id);
        tally.duplicated += texts.length - new Set(texts).size;
        const acknowledged = [...comments].filter(([, storyId]) => storyId === _id);
        tally.lost += acknowledged.filter(([text]) => !texts.includes(text)).length;
        if (post?.commentCount !== texts.length) {
          reportViolation(`${slug}: commentCount is ${post?.commentCount}, there are ${texts.length}`);
        }
      }
    },
  };
}

/** Opens a socket that reconnects and tracks who is online. */
function openSocket(url: string, { cookie }: TestUser) {
  const client: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    path: '/socket.io',
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 2_000,
    extraHeaders: { Cookie: cookie },
    auth: { presence: 'delta' },
  });
  let online = new Set<string>();
  client.on('getOnlineUsers', (ids) => {
    online = new Set(ids);
  });
  client.on('presenceDelta', (delta) => {
    for (const id of delta.online) online.add(id);
    for (const id of delta.offline) online.delete(id);
  });
  return {
    client,
    seesOnline: (ids: readonly string[]) => client.connected && ids.every((id) => online.has(id)),
  };
}

/** Connects every user to both processes. In the end all sockets must show all users. */
function createPresence(
  { reportViolation }: WorkloadContext,
  urls: readonly [string, string],
  users: readonly TestUser[],
) {
  const sockets = users.flatMap((user) => urls.map((url) => openSocket(url, user)));
  const ids = users.map(({ id }) => id);
  return {
    async check() {
      const deadline = performance.now() + PRESENCE_TIMEOUT_MS;
      while (!sockets.every(({ seesOnline }) => seesOnline(ids))) {
        if (performance.now() > deadline) {
          const stale = sockets.filter(({ seesOnline }) => !seesOnline(ids)).length;
          reportViolation(`${stale} of ${sockets.length} sockets do not show all users online`);
          return;
        }
        await wait(100);
      }
    },
    close() {
      for (const { client } of sockets) client.disconnect();
    },
  };
}

/** Creates users and their activities on both processes. */
export async function createWorkload(context: WorkloadContext, urls: readonly [string, string]) {
  const { callApi } = context;
  const [asha, ravi, meena, imran] = [
    await signUp(callApi, urls, 'आशा वर्मा'),
    await signUp(callApi, urls, 'Ravi Kumar'),
    await signUp(callApi, urls, 'மீனா'),
    await signUp(callApi, urls, 'Imran'),
  ];
  const publisher = createPublisher(context, meena);
  const activities: Activity[] = [
    createConversation(context, asha, ravi),
    createConversation(context, meena, imran),
    publisher,
    createDraft(context, asha),
    createReaders(context, [ravi, imran], publisher.stories),
  ];
  const presence = createPresence(context, urls, [asha, ravi, meena, imran]);
  return {
    run: async (isStopped: () => boolean) => {
      await Promise.all(activities.map((activity) => activity.run(isStopped)));
    },
    async check() {
      for (const activity of activities) await activity.check();
      await presence.check();
    },
    close: () => presence.close(),
  };
}
