import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REACTIONS } from '@safarnama/contracts';
import mongoose, { Types } from 'mongoose';
import { afterAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../scripts/seed/scenes/random.js';
import { TEST_SECRETS, useApp } from '../../test/app.js';
import { runBackup } from '../../test/backup-process.js';
import { createPost } from '../../test/factories.js';
import { currentDatabaseUri, ownDatabaseUri, useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { findMisfits, linesOf, readSite } from '../../test/raw-site.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { createDiskStorage } from '../media/disk-storage.js';
import { ConversationModel } from '../message/conversation.model.js';
import { conversationKey, MessageModel } from '../message/message.model.js';
import { LikeModel } from '../post/mark.model.js';
import { createBackup } from './backup.js';

const folder = path.join(tmpdir(), `safarnama-writing-${randomUUID()}`);
useDatabase();
const app = useApp({ env: { DATA_DIR: folder } });
afterAll(() => rm(folder, { recursive: true, force: true }));

const PEOPLE = 4;
/** Of each conversation, before anything is saved. */
const OLD_MESSAGES = 100;
const OLD_STORIES = 20;
const PICTURES = 8;
const BACKUPS = 2;
const TEST_TIMEOUT_MS = 300_000;

type Answer = { status: number; body: Record<string, unknown> };

async function ask({ cookie }: SignedIn, method: string, address: string, body?: object): Promise<Answer> {
  const response = await fetch(`${app.url}/api${address}`, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // An answer of the API is an object; the list of contacts, an array, is not asked for here.
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A chat that has gone on for a while, stored past the API, which would take its time. */
async function storeChat(one: SignedIn, other: SignedIn): Promise<void> {
  const conversation = conversationKey(one.user._id, other.user._id);
  const messages = Array.from({ length: OLD_MESSAGES }, (_, index) => {
    const [sender, receiver] = index % 2 === 0 ? [one, other] : [other, one];
    const _id = new Types.ObjectId();
    return {
      ...{ _id, conversation, seq: index + 1, senderId: sender.user._id, receiverId: receiver.user._id },
      ...{ text: `पुराना ${index}`, clientKey: `${sender.user._id}:${_id}`, createdAt: new Date() },
    };
  });
  await MessageModel.insertMany(messages);
  const last = messages.at(-1);
  if (!last) return;
  await ConversationModel.create({
    key: conversation,
    participants: [one.user._id, other.user._id],
    ...{ lastSeq: OLD_MESSAGES, lastMessageId: last._id, lastMessageAt: last.createdAt },
    unreadFor: [one.user._id, other.user._id],
  });
}

async function createSite() {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signIn(app)));
  const pairs = people.flatMap((one, index) => people.slice(index + 1).map((other) => [one, other] as const));
  for (const [one, other] of pairs) await storeChat(one, other);
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
    const author = people[index % PEOPLE];
    if (author) stories.push((await createPost(author, { blogImage: pictures[index % PICTURES] ?? '' }))._id);
  }
  return { people, pairs, pictures, stories };
}

/** People who do everything that the product lets them do, as quickly as it answers. */
function writeAtFullSpeed({ people, pairs, pictures, stories }: Awaited<ReturnType<typeof createSite>>) {
  let isOver = false;
  let answers = 0;
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const random = createRandom('at full speed');
  const pick = <T>(from: readonly T[]): T => {
    const found = from[random.int(0, from.length - 1)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  const picture = () => (random.chance(0.3) ? pick(pictures) : '');
  const did = ({ status, body }: Answer, ...allowed: number[]) => {
    answers += 1;
    if (status >= 300 && !allowed.includes(status)) failures.push(`${status} ${JSON.stringify(body)}`);
    return body;
  };

  async function chat([one, other]: readonly [SignedIn, SignedIn]): Promise<void> {
    const [from, to] = random.chance(0.5) ? [one, other] : [other, one];
    const sent = did(
      await ask(from, 'POST', `/message/send/${to.user._id}`, { text: 'अभी', image: picture() }),
      403,
    );
    if (typeof sent['_id'] !== 'string') return;
    const messageId = sent['_id'];
    acknowledged.push(messageId);
    did(await ask(to, 'PUT', `/message/${messageId}/reaction`, { emoji: pick(REACTIONS) }), 403);
    if (random.chance(0.3)) did(await ask(to, 'POST', `/message/${from.user._id}/read`, { upTo: messageId }));
    if (random.chance(0.3)) did(await ask(from, 'DELETE', `/message/${messageId}?for=both`));
    if (random.chance(0.2)) did(await ask(to, 'DELETE', `/message/${messageId}?for=me`));
  }

  async function mark(): Promise<void> {
    const [person, story] = [pick(people), pick(stories)];
    did(await ask(person, random.chance(0.6) ? 'PUT' : 'DELETE', `/post/${story}/like`), 403, 404);
    did(await ask(person, random.chance(0.6) ? 'PUT' : 'DELETE', `/post/${story}/bookmark`), 404);
    const { comment } = did(await ask(person, 'POST', `/post/${story}/comments`, { text: 'वाह' }), 404);
    if (typeof comment === 'object' && comment && random.chance(0.5))
      did(await ask(person, 'DELETE', `/post/${story}/comments/${Reflect.get(comment, '_id')}`), 404);
  }

  async function write(): Promise<void> {
    const person = pick(people);
    const text = { blogTitle: 'घाट', blogContent: 'सुबह', blogLocation: '' };
    const draftKey = randomUUID();
    const draft = { blogTitle: 'घाट', blogHtml: '<p>सुबह</p>', blogLocation: '', version: 0 };
    const saved = did(
      await ask(person, 'PUT', `/drafts/${draftKey}`, { ...draft, blogImage: pick(pictures) }),
    );
    const blogImage = String(Reflect.get(Object(saved['draft']), 'blogImage'));
    const made = did(await ask(person, 'POST', '/post/create-post', { ...text, blogImage, draftKey }));
    const postId = String(Reflect.get(Object(made['post']), '_id'));
    stories.push(postId);
    did(await ask(person, 'PUT', `/post/update-post/${postId}`, { ...text, blogImage: picture() }));
    const edit = { ...draft, blogImage: '', postId };
    did(await ask(person, 'PUT', `/drafts/${randomUUID()}`, edit));
    if (random.chance(0.5)) did(await ask(person, 'DELETE', `/post/delete-post/${postId}`), 404);
  }

  async function change(): Promise<void> {
    const [one, other] = pick(pairs);
    did(await ask(one, 'PUT', '/auth/update-profile', { fullName: 'मीरा', profilePic: pick(pictures) }));
    if (random.chance(0.1)) {
      did(await ask(one, 'PUT', `/message/${other.user._id}/block`));
      did(await ask(one, 'DELETE', `/message/${other.user._id}/block`));
    }
  }

  const tasks = [...pairs.map((pair) => () => chat(pair)), ...[mark, mark, write, write, change]].map(
    async (task) => {
      while (!isOver) await task();
    },
  );
  return {
    acknowledged,
    failures,
    answers: () => answers,
    async stop() {
      isOver = true;
      await Promise.all(tasks);
    },
  };
}

describe('a backup', () => {
  it(
    'while people write, react, delete, like and change pictures at full speed: all of it fits together',
    async () => {
      const site = await createSite();
      const storage = await createDiskStorage(path.join(folder, 'media'));
      const writing = writeAtFullSpeed(site);
      const made: { file: string; before: string[]; answers: number; documents: number }[] = [];
      try {
        for (let index = 0; index < BACKUPS; index += 1) {
          const file = path.join(folder, `backup-${index}.tar`);
          const before = [...writing.acknowledged];
          const answersBefore = writing.answers();
          const { manifest, missingPictures } = await createBackup({
            ...{ file, force: false, storage, product: '0.0.0' },
            passwordPepper: TEST_SECRETS.passwordPepper,
          });
          expect(missingPictures).toBe(0);
          const documents = Object.values(manifest.collections).reduce(
            (sum, each) => sum + each.documents,
            0,
          );
          made.push({ file, before, answers: writing.answers() - answersBefore, documents });
        }
      } finally {
        await writing.stop();
      }
      expect(writing.failures).toEqual([]);

      const source = await readSite(currentDatabaseUri(), path.join(folder, 'media'));
      const lines: string[] = [];
      for (const { file, before, answers, documents } of made) {
        const target = { MONGODB_URI: ownDatabaseUri(), DATA_DIR: `${file}.data` };
        const restored = await runBackup(['restore', file], target);
        expect(restored).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') });
        const copy = await readSite(target.MONGODB_URI, path.join(target.DATA_DIR, 'media'));

        expect(findMisfits(copy)).toEqual([]);
        const stored = linesOf(copy, 'messages');
        expect(before.filter((id) => !stored.has(id))).toEqual([]);
        // Each conversation is a beginning of the real one: the same messages in the same places.
        const places = new Map(
          (source.documents.get('messages') ?? []).map((each) => [String(each._id), each]),
        );
        for (const { _id, conversation, seq } of copy.documents.get('messages') ?? []) {
          expect(places.get(String(_id))).toMatchObject({ conversation, seq });
        }
        for (const [key, hash] of copy.files) expect(source.files.get(key) ?? hash).toBe(hash);
        lines.push(`${documents} documents during ${answers} answers`);
        const connection = await mongoose.createConnection(target.MONGODB_URI).asPromise();
        const indexes = await connection.collection(LikeModel.collection.name).indexes();
        expect(indexes.filter(({ unique }) => unique)).toHaveLength(1);
        await connection.dropDatabase();
        await connection.close();
      }
      console.log(`backup while writing: ${lines.join('; ')}; misfits 0`);
    },
    TEST_TIMEOUT_MS,
  );
});
