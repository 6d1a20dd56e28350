import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REACTIONS } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { afterAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../scripts/random.js';
import { TEST_SECRETS, useApp } from '../../test/app.js';
import { newDatabaseUri } from '../../test/database-uri.js';
import { createPost } from '../../test/factories.js';
import { currentDatabaseUri, useDatabase } from '../../test/mongo.js';
import { runBackup } from '../../test/node-process.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { fetchAs } from '../../test/process.js';
import { findInconsistencies, readSite, serializeDocuments } from '../../test/raw-site.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { createDiskStorage } from '../media/disk-storage.js';
import { ConversationModel } from '../message/conversation.model.js';
import { conversationKey, MessageModel } from '../message/message.model.js';
import { LikeModel } from '../post/reaction.model.js';
import { createBackup } from './backup.js';

const folder = path.join(tmpdir(), `safarnama-writing-${randomUUID()}`);
useDatabase();
const app = useApp({ env: { DATA_DIR: folder } });
afterAll(() => rm(folder, { recursive: true, force: true }));

const USER_COUNT = 4;
/** Number of messages in each conversation before the first backup. */
const OLD_MESSAGES = 100;
const OLD_STORIES = 20;
const PICTURES = 8;
const BACKUPS = 2;
const TEST_TIMEOUT_MS = 300_000;

type ApiResponse = { status: number; body: Record<string, unknown> };

async function sendRequest(
  user: SignedIn,
  method: string,
  address: string,
  body?: object,
): Promise<ApiResponse> {
  const response = await fetchAs(user, method, `${app.url}/api${address}`, body);
  // All responses requested here are objects.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Stores a long conversation directly in the database, which is faster than through the API. */
async function storeConversation(first: SignedIn, second: SignedIn): Promise<void> {
  const conversation = conversationKey(first.user._id, second.user._id);
  const messages = Array.from({ length: OLD_MESSAGES }, (_, index) => {
    const [sender, receiver] = index % 2 === 0 ? [first, second] : [second, first];
    const _id = new Types.ObjectId();
    return {
      _id,
      conversation,
      seq: index + 1,
      senderId: sender.user._id,
      receiverId: receiver.user._id,
      text: `पुराना ${index}`,
      clientKey: `${sender.user._id}:${_id}`,
      createdAt: new Date(),
    };
  });
  await MessageModel.insertMany(messages);
  const last = messages.at(-1);
  if (!last) return;
  await ConversationModel.create({
    key: conversation,
    participants: [first.user._id, second.user._id],
    lastSeq: OLD_MESSAGES,
    lastMessageId: last._id,
    lastMessageAt: last.createdAt,
    unreadFor: [first.user._id, second.user._id],
  });
}

async function createSite() {
  const users = await Promise.all(Array.from({ length: USER_COUNT }, () => signIn(app)));
  const pairs = users.flatMap((first, index) =>
    users.slice(index + 1).map((second) => [first, second] as const),
  );
  for (const [first, second] of pairs) await storeConversation(first, second);
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, async (_, index) =>
      toDataUrl(
        await buildPicture(24 + index, 16, `#d9${index}e04`)
          .png()
          .toBuffer(),
      ),
    ),
  );
  const stories: string[] = [];
  for (let index = 0; index < OLD_STORIES; index += 1) {
    const author = users[index % USER_COUNT];
    if (author) stories.push((await createPost(author, { blogImage: pictures[index % PICTURES] ?? '' }))._id);
  }
  return { users, pairs, pictures, stories };
}

/** Starts users who chat, react, write stories and change their profiles, without pauses between requests. */
function startWriters({ users, pairs, pictures, stories }: Awaited<ReturnType<typeof createSite>>) {
  let isStopped = false;
  let responseCount = 0;
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const random = createRandom('at full speed');
  const pickRandom = <T>(from: readonly T[]): T => {
    const found = from[random.int(0, from.length - 1)];
    if (found === undefined) throw new Error('The list is empty');
    return found;
  };
  const pickPictureOrNone = () => (random.chance(0.3) ? pickRandom(pictures) : '');
  const expectSuccess = ({ status, body }: ApiResponse, ...allowed: number[]) => {
    responseCount += 1;
    if (status >= 300 && !allowed.includes(status)) failures.push(`${status} ${JSON.stringify(body)}`);
    return body;
  };

  async function chat([first, second]: readonly [SignedIn, SignedIn]): Promise<void> {
    const [from, to] = random.chance(0.5) ? [first, second] : [second, first];
    const sent = expectSuccess(
      await sendRequest(from, 'POST', `/message/send/${to.user._id}`, {
        text: 'अभी',
        image: pickPictureOrNone(),
      }),
      403,
    );
    if (typeof sent['_id'] !== 'string') return;
    const messageId = sent['_id'];
    acknowledged.push(messageId);
    expectSuccess(
      await sendRequest(to, 'PUT', `/message/${messageId}/reaction`, { emoji: pickRandom(REACTIONS) }),
      403,
    );
    if (random.chance(0.3))
      expectSuccess(await sendRequest(to, 'POST', `/message/${from.user._id}/read`, { upTo: messageId }));
    if (random.chance(0.3))
      expectSuccess(await sendRequest(from, 'DELETE', `/message/${messageId}?for=both`));
    if (random.chance(0.2)) expectSuccess(await sendRequest(to, 'DELETE', `/message/${messageId}?for=me`));
  }

  async function react(): Promise<void> {
    const [user, story] = [pickRandom(users), pickRandom(stories)];
    expectSuccess(
      await sendRequest(user, random.chance(0.6) ? 'PUT' : 'DELETE', `/post/${story}/like`),
      403,
      404,
    );
    expectSuccess(
      await sendRequest(user, random.chance(0.6) ? 'PUT' : 'DELETE', `/post/${story}/bookmark`),
      404,
    );
    const { comment } = expectSuccess(
      await sendRequest(user, 'POST', `/post/${story}/comments`, { text: 'वाह' }),
      404,
    );
    if (typeof comment === 'object' && comment && random.chance(0.5))
      expectSuccess(
        await sendRequest(user, 'DELETE', `/post/${story}/comments/${Reflect.get(comment, '_id')}`),
        404,
      );
  }

  async function writeStory(): Promise<void> {
    const user = pickRandom(users);
    const text = { blogTitle: 'घाट', blogContent: 'सुबह', blogLocation: '' };
    const draftKey = randomUUID();
    const draft = { blogTitle: 'घाट', blogHtml: '<p>सुबह</p>', blogLocation: '', version: 0 };
    const saved = expectSuccess(
      await sendRequest(user, 'PUT', `/drafts/${draftKey}`, { ...draft, blogImage: pickRandom(pictures) }),
    );
    const blogImage = String(Reflect.get(Object(saved['draft']), 'blogImage'));
    const created = expectSuccess(
      await sendRequest(user, 'POST', '/post/create-post', { ...text, blogImage, draftKey }),
    );
    const postId = String(Reflect.get(Object(created['post']), '_id'));
    stories.push(postId);
    expectSuccess(
      await sendRequest(user, 'PUT', `/post/update-post/${postId}`, {
        ...text,
        blogImage: pickPictureOrNone(),
      }),
    );
    const edit = { ...draft, blogImage: '', postId };
    expectSuccess(await sendRequest(user, 'PUT', `/drafts/${randomUUID()}`, edit));
    if (random.chance(0.5))
      expectSuccess(await sendRequest(user, 'DELETE', `/post/delete-post/${postId}`), 404);
  }

  async function changeProfileAndBlock(): Promise<void> {
    const [first, second] = pickRandom(pairs);
    expectSuccess(
      await sendRequest(first, 'PUT', '/auth/update-profile', {
        fullName: 'मीरा',
        profilePic: pickRandom(pictures),
      }),
    );
    if (random.chance(0.1)) {
      expectSuccess(await sendRequest(first, 'PUT', `/message/${second.user._id}/block`));
      expectSuccess(await sendRequest(first, 'DELETE', `/message/${second.user._id}/block`));
    }
  }

  const tasks = [
    ...pairs.map((pair) => () => chat(pair)),
    ...[react, react, writeStory, writeStory, changeProfileAndBlock],
  ].map(async (task) => {
    while (!isStopped) await task();
  });
  return {
    acknowledged,
    failures,
    responseCount: () => responseCount,
    async stop() {
      isStopped = true;
      await Promise.all(tasks);
    },
  };
}

describe('createBackup', () => {
  it(
    'while users write, react, delete, like and change pictures without pauses: creates a consistent backup',
    async () => {
      const site = await createSite();
      const storage = await createDiskStorage(path.join(folder, 'media'));
      const writing = startWriters(site);
      const backups: { file: string; before: string[]; responseCount: number; documents: number }[] = [];
      try {
        for (let index = 0; index < BACKUPS; index += 1) {
          const file = path.join(folder, `backup-${index}.tar`);
          const before = [...writing.acknowledged];
          const responsesBefore = writing.responseCount();
          const { manifest, missingPictures } = await createBackup({
            file,
            force: false,
            storage,
            product: '0.0.0',
            passwordPepper: TEST_SECRETS.passwordPepper,
          });
          expect(missingPictures).toBe(0);
          const documents = Object.values(manifest.collections).reduce(
            (sum, collection) => sum + collection.documents,
            0,
          );
          backups.push({ file, before, responseCount: writing.responseCount() - responsesBefore, documents });
        }
      } finally {
        await writing.stop();
      }
      expect(writing.failures).toEqual([]);

      const source = await readSite(currentDatabaseUri(), path.join(folder, 'media'));
      const lines: string[] = [];
      for (const { file, before, responseCount, documents } of backups) {
        const target = { MONGODB_URI: newDatabaseUri(), DATA_DIR: `${file}.data` };
        const restored = await runBackup(['restore', file], target);
        expect(restored).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') });
        const copy = await readSite(target.MONGODB_URI, path.join(target.DATA_DIR, 'media'));

        expect(findInconsistencies(copy)).toEqual([]);
        const stored = serializeDocuments(copy, 'messages');
        expect(before.filter((id) => !stored.has(id))).toEqual([]);
        // Restored messages have the conversation and sequence number that they have in the source.
        const sourceMessages = new Map(
          (source.documents.get('messages') ?? []).map((message) => [String(message._id), message]),
        );
        for (const { _id, conversation, seq } of copy.documents.get('messages') ?? []) {
          expect(sourceMessages.get(String(_id))).toMatchObject({ conversation, seq });
        }
        for (const [key, hash] of copy.files) expect(source.files.get(key) ?? hash).toBe(hash);
        lines.push(`${documents} documents during ${responseCount} responses`);
        const connection = await mongoose.createConnection(target.MONGODB_URI).asPromise();
        const indexes = await connection.collection(LikeModel.collection.name).indexes();
        expect(indexes.filter(({ unique }) => unique)).toHaveLength(1);
        await connection.dropDatabase();
        await connection.close();
      }
      console.log(`backup while writing: ${lines.join('; ')}; inconsistencies 0`);
    },
    TEST_TIMEOUT_MS,
  );
});
