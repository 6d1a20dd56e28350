import { isDeepStrictEqual } from 'node:util';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { messagesOf, readChanges, signInTwo } from '../../test/conversation.js';
import { createComment, createPost, sendMessage } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { silentLogger } from '../../test/silent-logger.js';
import { MessageModel } from '../message/message.model.js';
import { PostModel } from '../post/post.model.js';
import { LikeModel } from '../post/reaction.model.js';
import { messageVersion } from './001-message-version.js';
import { storyText } from './002-story-text.js';
import { createStoryCounters } from './003-story-counters.js';
import { MIGRATIONS } from './all-migrations.js';
import type { Migration } from './migration.js';
import { MigrationModel } from './migration.model.js';
import type { MigrationProgress } from './migration-monitor.js';
import {
  findMigrationBlocker,
  listFinishedMigrations,
  listMigrationStatus,
  runMigrations,
} from './run-migrations.js';

useDatabase();
const app = useApp();

/** Runs one migration from its beginning to its end. @returns how many documents it changed. */
async function runWhole(migration: Migration): Promise<number> {
  let changed = 0;
  for (let checkpoint: unknown = null; ; ) {
    const batch = await migration.runBatch(checkpoint);
    changed += batch.changed;
    if (batch.checkpoint === null) return changed;
    checkpoint = batch.checkpoint;
  }
}

const run = (migrations: readonly Migration[], signal?: AbortSignal) =>
  runMigrations({ logger: silentLogger, migrations, ...(signal ? { signal } : {}) });

/** Runs one, and keeps what it tells of how far it is, each word once. */
async function progressOf(migration: Migration): Promise<MigrationProgress[]> {
  const reported: MigrationProgress[] = [];
  await runMigrations({
    logger: silentLogger,
    migrations: [migration],
    onProgress: (_name, progress) => reported.push(progress),
  });
  return reported.filter((progress, at) => !isDeepStrictEqual(progress, reported[at - 1]));
}

describe('the list of migrations', () => {
  it('is in the order of its numbers, each name once', () => {
    const names = MIGRATIONS.map(({ name }) => name);

    expect(names.map((name) => Number(name.slice(0, 3)))).toEqual(names.map((_, index) => index + 1));
    for (const name of names) expect(name).toMatch(/^\d{3}-[a-z]+(-[a-z]+)*$/);
  });
});

describe('001: messages from before the log of changes', () => {
  it('get a version, twice is as once, and a repeated change notes none that never was', async () => {
    const [asha, ravi] = await signInTwo(app);
    const old = await sendMessage(ravi, asha.user._id, { text: 'पहले' });
    const changed = await sendMessage(ravi, asha.user._id, { text: 'बाद में' });
    await MessageModel.collection.updateMany({}, { $unset: { version: 1, deletedAt: 1, replyTo: 1 } });
    // Changed by the new version before the migration came to it.
    await asha.agent.put(`/api/message/${changed._id}/reaction`).send({ emoji: '🙏' }).expect(200);

    expect(await runWhole(messageVersion)).toBe(1);
    expect(await runWhole(messageVersion)).toBe(0);
    await asha.agent.delete(`/api/message/${old._id}/reaction`).expect(200);

    const versions = await MessageModel.find().sort({ seq: 1 }).select('version deletedAt').lean();
    expect(versions).toMatchObject([{ version: 0, deletedAt: null }, { version: 1 }]);
    expect((await messagesOf(ravi, asha)).map(({ text }) => text)).toEqual(['पहले', 'बाद में']);
    expect(await readChanges(ravi, asha, 0)).toMatchObject({
      changeNumber: 1,
      messages: [{ _id: changed._id }],
    });
  });
});

describe('002: stories cleaned by older rules', () => {
  it('are clean by those of today, found and read as new ones are, and as old as they were', async () => {
    const author = await signIn(app);
    const [old, unchanged] = [await createPost(author), await createPost(author)];
    const dates = { createdAt: new Date('2026-01-02'), updatedAt: new Date('2026-01-03') };
    await PostModel.collection.updateOne(
      { _id: new Types.ObjectId(old._id) },
      {
        $set: {
          ...dates,
          blogHtml:
            '<p onclick="x()">काशी <a href="javascript:alert(1)">घाट</a></p><script>alert(2)</script>',
          ...{ blogContent: 'काशी घाट', excerpt: '', readMinutes: 0, textBytes: 0, searchTokens: ['old'] },
        },
      },
    );

    expect(await runWhole(storyText)).toBe(1);
    expect(await runWhole(storyText)).toBe(0);

    const { body } = await author.agent.get(`/api/post/getpost/${old.slug}`).expect(200);
    expect(body.post).toMatchObject({
      blogContent: 'काशी घाट',
      readMinutes: 1,
      updatedAt: dates.updatedAt.toISOString(),
    });
    expect(body.post.blogHtml).toBe('<p>काशी घाट</p>');
    const found = await author.agent.get('/api/post/search').query({ q: 'काशी' }).expect(200);
    expect(found.body.posts).toMatchObject([{ _id: old._id, excerpt: 'काशी घाट' }]);
    const { body: same } = await author.agent.get(`/api/post/getpost/${unchanged.slug}`).expect(200);
    expect(same.post).toEqual(unchanged);
  });

  it('whose markup is refused today: keep their words', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const _id = new Types.ObjectId(post._id);
    await PostModel.collection.updateOne(
      { _id },
      { $set: { blogHtml: '<script></script>', blogContent: 'काशी' } },
    );

    expect(await runWhole(storyText)).toBe(1);
    expect(await PostModel.findById(_id).lean()).toMatchObject({
      blogHtml: '<p>काशी</p>',
      blogContent: 'काशी',
    });
  });
});

describe('003: counters', () => {
  const GRACE_MS = 100;
  const storyCounters = createStoryCounters(GRACE_MS);

  it('that a killed process left wrong: are the number of rows, twice is as once, right ones are left alone', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const [wrong, right] = [await createPost(author), await createPost(author)];
    for (const { _id } of [wrong, right]) {
      await reader.agent.put(`/api/post/${_id}/like`).expect(200);
      await createComment(reader, _id, 'वाह!');
    }
    await PostModel.updateOne({ _id: wrong._id }, { $set: { likes: 0, comments: 9 } }, { timestamps: false });

    expect(await runWhole(storyCounters)).toBe(1);
    expect(await runWhole(storyCounters)).toBe(0);

    const { body } = await reader.agent.get('/api/post/getposts').expect(200);
    expect(body.posts).toMatchObject([
      { _id: right._id, likeCount: 7, commentCount: 1 },
      { _id: wrong._id, likeCount: 7, commentCount: 1, updatedAt: wrong.updatedAt },
    ]);
  });

  it('that a request is just about to move: are left to it', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    // The first half of a like, whose second half comes while the migration waits.
    await LikeModel.create({ userId: reader.user._id, postId: post._id });
    const running = runWhole(storyCounters);
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS / 2));
    await PostModel.updateOne({ _id: post._id }, { $inc: { likes: 1 } });

    expect(await running).toBe(0);
    expect(await PostModel.findById(post._id).lean()).toMatchObject({ likes: 1 });
  });
});

describe('running migrations', () => {
  /** Ten steps, of which one may fail. */
  function tenSteps(options: { failAt?: number; isGentle?: boolean } = {}) {
    const steps: number[] = [];
    let { failAt } = options;
    const migration: Migration = {
      name: '001-ten-steps',
      isGentle: options.isGentle ?? true,
      count: async () => 10,
      async runBatch(checkpoint) {
        const step = Number(checkpoint ?? 0) + 1;
        if (step === failAt) {
          failAt = undefined;
          throw new Error('the database went away');
        }
        steps.push(step);
        return { checkpoint: step === 10 ? null : step, seen: 1, changed: 1 };
      },
    };
    return { migration, steps };
  }

  it('by several at once: each step is done once, and all wait for the end', async () => {
    const { migration, steps } = tenSteps();

    await Promise.all([run([migration]), run([migration]), run([migration])]);

    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await listFinishedMigrations()).toEqual(['001-ten-steps']);
    expect(await listMigrationStatus([migration])).toMatchObject([
      { name: '001-ten-steps', isKnown: true, row: { seen: 10, changed: 10, holder: null } },
    ]);
    await run([migration]);
    expect(steps).toHaveLength(10);
  });

  it('that fail or are stopped in the middle: go on from there', async () => {
    const { migration, steps } = tenSteps({ failAt: 4 });
    await expect(run([migration])).rejects.toThrow('went away');
    // As after a crash: nobody gave it back, and its time is over.
    await MigrationModel.updateOne({ _id: migration.name }, { $set: { heldUntil: new Date(0) } });

    await run([migration]);

    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('while another process holds them: waits for its time to end', async () => {
    const { migration, steps } = tenSteps();
    const stopping = new AbortController();
    await MigrationModel.create({
      ...{ _id: migration.name, startedAt: new Date(), checkpoint: 5, seen: 5, changed: 5 },
      ...{ holder: 'another', heldUntil: new Date(Date.now() + 60_000) },
    });
    const waiting = run([migration], stopping.signal);
    await expect
      .poll(() => MigrationModel.findById(migration.name).lean())
      .toMatchObject({ holder: 'another', seen: 5 });
    expect(steps).toEqual([]);

    await MigrationModel.updateOne({ _id: migration.name }, { $set: { heldUntil: new Date(0) } });
    await waiting;

    expect(steps).toEqual([6, 7, 8, 9, 10]);
  });

  it('from the beginning, from the middle, and again: tell how far they are, and never more than there is', async () => {
    const { migration } = tenSteps();
    const steps = (from: number, to: number, of: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => ({ state: 'under way', done: from + at, of }));
    const through = { state: 'through', done: 10, of: 10 };

    expect(await progressOf(migration)).toEqual([
      { state: 'not begun', done: 0, of: 10 },
      ...steps(1, 9, 10),
      through,
    ]);
    expect(await progressOf(migration)).toEqual([through]);
    await MigrationModel.updateOne({}, { $set: { finishedAt: null, checkpoint: 5, seen: 5 } });
    // Fewer are left than it has looked at: the others were deleted since.
    const few = { ...migration, count: async () => 7 };

    expect(await progressOf(few)).toEqual([
      ...steps(5, 7, 7),
      { state: 'under way', done: 8, of: 8 },
      { state: 'under way', done: 9, of: 9 },
      through,
    ]);
  });

  it('on a database that a newer version has changed: goes on where that is gentle, else says so', async () => {
    const { migration } = tenSteps({ isGentle: true });
    await run([migration]);
    const gentle = await findMigrationBlocker([]);
    await MigrationModel.updateOne({ _id: migration.name }, { $set: { isGentle: false } });

    expect(gentle).toBeNull();
    expect(await findMigrationBlocker([migration])).toBeNull();
    expect(await findMigrationBlocker([])).toBe(
      'This database was changed by a newer version (001-ten-steps), which this one cannot work with. ' +
        'Start that version, or restore a backup from before.',
    );
  });

  it('on an empty site: are through at once', async () => {
    expect(await Promise.all(MIGRATIONS.map((migration) => migration.count()))).toEqual([0, 0, 0]);
    await run(MIGRATIONS);

    expect(await listFinishedMigrations()).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});
