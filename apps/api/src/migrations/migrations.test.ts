import { randomUUID } from 'node:crypto';
import { type Card, type Draft, LIKE_BASE, LIMITS } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { readChanges, readMessages, signInTwo } from '../../test/conversation.js';
import { createComment, createPost, sendMessage } from '../../test/factories.js';
import { FAST_MIGRATIONS, runAllBatches, runFast } from '../../test/migrations.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { uploadPicture } from '../../test/upload-picture.js';
import { MessageModel } from '../message/message.model.js';
import { PostModel } from '../post/post.model.js';
import { repairCounts } from '../post/post-counts.js';
import { LikeModel } from '../post/reaction.model.js';
import { UserModel } from '../user/user.model.js';
import { messageVersion } from './001-message-version.js';
import { storyText } from './002-story-text.js';
import { createStoryCounters } from './003-story-counters.js';
import { searchWords } from './004-search-words.js';
import { replacedIndexes } from './012-replaced-indexes.js';
import { visibleEmails } from './013-visible-emails.js';
import { detachedDrafts } from './015-detached-drafts.js';
import { MIGRATIONS } from './all-migrations.js';
import { MigrationModel } from './migration.model.js';
import { storyPlaces } from './place-migrations.js';
import { resetMigrations, runMigrations } from './run-migrations.js';

useDatabase();
const app = useApp();

describe('MIGRATIONS', () => {
  it('has consecutive numbers and well-formed names', () => {
    const names = MIGRATIONS.map(({ name }) => name);

    expect(names.map((name) => Number(name.slice(0, 3)))).toEqual(names.map((_, index) => index + 1));
    for (const name of names) expect(name).toMatch(/^\d{3}-[a-z]+(-[a-z]+)*$/);
  });

  it('on a new site: logs nothing', async () => {
    const logger = { info: vi.fn() };

    await runMigrations({ ...FAST_MIGRATIONS, logger });

    expect(logger.info).not.toHaveBeenCalled();
  });
});

describe('migration 001', () => {
  it('with messages from before the change log: adds versions once, and a repeated change logs nothing', async () => {
    const [asha, ravi] = await signInTwo(app);
    const old = await sendMessage(ravi, asha.user._id, { text: 'पहले' });
    const changed = await sendMessage(ravi, asha.user._id, { text: 'बाद में' });
    await MessageModel.collection.updateMany({}, { $unset: { version: 1, deletedAt: 1, replyTo: 1 } });
    // Changed by the new version before the migration reaches it.
    await asha.agent.put(`/api/message/${changed._id}/reaction`).send({ emoji: '🙏' }).expect(200);

    expect(await runAllBatches(messageVersion)).toBe(1);
    expect(await runAllBatches(messageVersion)).toBe(0);
    await asha.agent.delete(`/api/message/${old._id}/reaction`).expect(200);

    const versions = await MessageModel.find().sort({ seq: 1 }).select('version deletedAt').lean();
    expect(versions).toMatchObject([{ version: 0, deletedAt: null }, { version: 1 }]);
    expect((await readMessages(ravi, asha)).map(({ text }) => text)).toEqual(['पहले', 'बाद में']);
    expect(await readChanges(ravi, asha, 0)).toMatchObject({
      changeNumber: 1,
      messages: [{ _id: changed._id }],
    });
  });
});

describe('migration 002', () => {
  it('with a story sanitized by older rules: applies the current rules, updates the search and keeps the dates', async () => {
    const author = await signIn(app);
    const old = await createPost(author);
    const unchanged = await createPost(author, { blogLocation: '' });
    const dates = { createdAt: new Date('2026-01-02'), updatedAt: new Date('2026-01-03') };
    await PostModel.collection.updateOne(
      { _id: new Types.ObjectId(old._id) },
      {
        $set: {
          ...dates,
          blogHtml:
            '<p onclick="x()">काशी <a href="javascript:alert(1)">घाट</a></p><script>alert(2)</script>',
          blogContent: 'काशी घाट',
          excerpt: '',
          readMinutes: 0,
          textBytes: 0,
        },
      },
    );

    expect(await runAllBatches(storyText)).toBe(1);
    expect(await runAllBatches(storyText)).toBe(0);

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

  it('with markup that the sanitizer removes entirely: derives the markup from the plain text', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const _id = new Types.ObjectId(post._id);
    await PostModel.collection.updateOne(
      { _id },
      { $set: { blogHtml: '<script></script>', blogContent: 'काशी' } },
    );

    expect(await runAllBatches(storyText)).toBe(1);
    expect(await PostModel.findById(_id).lean()).toMatchObject({
      blogHtml: '<p>काशी</p>',
      blogContent: 'काशी',
    });
  });

  it('with a caption that is longer than the current limit: changes nothing', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const figure = `<figure><img src="/media/${key}"><figcaption>घाट</figcaption></figure>`;
    const { _id: id, blogHtml } = await createPost(author, { blogHtml: `<p>काशी</p>${figure}` });
    const _id = new Types.ObjectId(id);
    const long = blogHtml.replace('घाट', 'घाट'.repeat(LIMITS.imageCaption));
    expect(long).not.toBe(blogHtml);
    await PostModel.collection.updateOne({ _id }, { $set: { blogHtml: long } });

    expect(await runAllBatches(storyText)).toBe(0);
    expect(await PostModel.findById(_id).lean()).toMatchObject({ blogHtml: long });
  });
});

describe('migration 003', () => {
  const GRACE_MS = 50;
  const storyCounters = createStoryCounters(GRACE_MS);

  it('with counters that a killed process left wrong: corrects them once and keeps correct ones', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const [wrong, right] = [await createPost(author), await createPost(author)];
    for (const { _id } of [wrong, right]) {
      await reader.agent.put(`/api/post/${_id}/like`).expect(200);
      await createComment(reader, _id, 'वाह!');
    }
    await PostModel.updateOne({ _id: wrong._id }, { $set: { likes: 0, comments: 9 } }, { timestamps: false });

    expect(await runAllBatches(storyCounters)).toBe(1);
    expect(await runAllBatches(storyCounters)).toBe(0);

    const { body } = await reader.agent.get('/api/post/getposts').expect(200);
    expect(body.posts).toMatchObject([
      { _id: right._id, likeCount: LIKE_BASE + 1, commentCount: 1 },
      { _id: wrong._id, likeCount: LIKE_BASE + 1, commentCount: 1, updatedAt: wrong.updatedAt },
    ]);
  });

  it('with a like that a killed process did not count: the daily check ranks the story among the most liked', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const { _id } = await createPost(author);
    await LikeModel.create({ userId: reader.user._id, postId: _id });

    expect(await runAllBatches(storyCounters)).toBe(1);

    expect(await repairCounts()).toBe(1);
    const monthLikesUntil = expect.any(Date);
    expect(await PostModel.findById(_id).lean()).toMatchObject({ likes: 1, monthLikes: 1, monthLikesUntil });
  });

  it('with a counter that a request is about to update: leaves it to the request', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    // The first write of a like; the second follows during the grace period.
    await LikeModel.create({ userId: reader.user._id, postId: post._id });
    const running = runAllBatches(storyCounters);
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS / 2));
    await PostModel.updateOne({ _id: post._id }, { $inc: { likes: 1 } });

    expect(await running).toBe(0);
    expect(await PostModel.findById(post._id).lean()).toMatchObject({ likes: 1 });
  });

  it('stopped during the grace period: ends at once and changes nothing', async () => {
    const { _id } = await createPost(await signIn(app));
    await PostModel.updateOne({ _id }, { $set: { likes: 9 } }, { timestamps: false });
    const stop = new AbortController();
    const lookUps = vi.spyOn(LikeModel, 'aggregate');
    onTestFinished(() => lookUps.mockRestore());
    const running = runFast([createStoryCounters(60_000)], stop.signal);
    await expect.poll(() => lookUps.mock.calls.length).toBe(1);

    stop.abort();

    await expect(running).rejects.toThrow('aborted');
    expect(await PostModel.findById(_id).lean()).toMatchObject({ likes: 9 });
  });
});

describe('migration 004', () => {
  it('with stories and names from before the index: finds them by search, once each, and removes the tokens', async () => {
    const author = await signIn(app, { fullName: 'आशा' });
    const reader = await signIn(app, { fullName: 'Zed' });
    const old = await createPost(author, { blogTitle: 'Bundi', blogContent: 'Stepwells.', blogLocation: '' });
    await createPost(reader, { blogTitle: 'Bundi again', blogContent: 'Stepwells.', blogLocation: '' });
    await PostModel.collection.updateOne(
      { _id: new Types.ObjectId(old._id) },
      { $set: { searchTokens: ['bundi'] }, $unset: { searchWords: 1, indexedAt: 1 } },
    );
    await UserModel.collection.updateOne({ fullName: 'आशा' }, { $unset: { nameSearch: 1 } });

    expect(await runAllBatches(searchWords)).toBe(2);
    expect(await runAllBatches(searchWords)).toBe(0);

    const { body } = await reader.agent.get('/api/post/search').query({ q: 'bundi' }).expect(200);
    expect(body.posts.map(({ blogTitle }: Card) => blogTitle)).toEqual(['Bundi again', 'Bundi']);
    const { body: byName } = await reader.agent.get('/api/post/search').query({ q: 'asha' }).expect(200);
    expect([byName.total, byName.people.length]).toEqual([1, 1]);
    const stored = await PostModel.collection.findOne({ _id: new Types.ObjectId(old._id) });
    expect(stored).not.toHaveProperty('searchTokens');
  });

  it('with a story whose text an older version has changed: finds it by its new words only', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { blogTitle: 'Bundi', blogContent: 'Stepwells.' });
    await createPost(author);
    await PostModel.collection.updateOne(
      { _id: new Types.ObjectId(_id) },
      { $set: { blogTitle: 'Jaisalmer' } },
    );

    expect(await runAllBatches(searchWords)).toBe(1);
    expect(await runAllBatches(searchWords)).toBe(0);

    const search = (q: string) => author.agent.get('/api/post/search').query({ q }).expect(200);
    expect((await search('jaisalmer')).body.posts).toMatchObject([{ _id }]);
    expect((await search('bundi')).body.posts).toEqual([]);
  });
});

describe('migration 012', () => {
  it('with an index of a former version: drops it, and no other', async () => {
    await PostModel.init();
    const { collection } = PostModel;
    const before = Object.keys(await collection.indexInformation());
    await collection.createIndex({ visibility: 1, createdAt: -1, _id: -1 });
    expect(Object.keys(await collection.indexInformation())).toHaveLength(before.length + 1);

    expect(await runAllBatches(replacedIndexes)).toBe(1);
    expect(await runAllBatches(replacedIndexes)).toBe(0);

    expect(Object.keys(await collection.indexInformation())).toEqual(before);
  });
});

describe('migration 013', () => {
  it('with addresses that contain invisible characters: lets their owners sign in, unless another account has the address', async () => {
    const [asha, ravi] = [await signIn(app), await signIn(app)];
    const hide = ({ user }: typeof asha, email: string) =>
      UserModel.collection.updateOne(
        { _id: new Types.ObjectId(user._id) },
        { $set: { email: `\u200b${email}`, emailKey: `\u200b${email}` } },
      );
    await hide(asha, asha.user.email);
    await signIn(app, { email: 'taken@example.com' });
    await hide(ravi, 'taken@example.com');
    const signInAsAsha = () =>
      app.request().post('/api/auth/login').send({ email: asha.user.email, password: asha.password });
    expect((await signInAsAsha()).status).toBe(401);

    expect(await runAllBatches(visibleEmails)).toBe(1);
    expect(await runAllBatches(visibleEmails)).toBe(0);

    expect((await signInAsAsha()).body).toMatchObject({ _id: asha.user._id, email: asha.user.email });
    expect(await UserModel.exists({ emailKey: '\u200btaken@example.com' })).not.toBeNull();
  });
});

describe('migration 015', () => {
  it('with a draft of a story removed for good: makes it one of a new story; other drafts stay as they are', async () => {
    const author = await signIn(app);
    const stories: string[] = [];
    for (const blogTitle of ['Published', 'Deleted', 'Unpublished', 'Removed']) {
      const { _id } = await createPost(author, { blogTitle });
      await author.agent
        .put(`/api/drafts/${randomUUID()}`)
        .send({ blogTitle, postId: _id, baseVersion: 1 })
        .expect(200);
      stories.push(_id);
    }
    const [, deleted, unpublished, removed] = stories;
    await author.agent.delete(`/api/post/delete-post/${deleted}`).expect(200);
    await author.agent.post(`/api/post/${unpublished}/unpublish`).expect(200);
    await PostModel.deleteOne({ _id: removed });
    const listDrafts = async (): Promise<Draft[]> => (await author.agent.get('/api/drafts')).body.drafts;
    const before = await listDrafts();

    expect(await runAllBatches(detachedDrafts)).toBe(1);
    expect(await runAllBatches(detachedDrafts)).toBe(0);

    const isRemoved = ({ blogTitle }: Draft) => blogTitle === 'Removed';
    const expected = before.map((draft) => {
      const { postId: _postId, ...others } = draft;
      return isRemoved(draft) ? { ...others, baseVersion: null } : draft;
    });
    expect(before.every(({ postId }) => stories.includes(postId ?? ''))).toBe(true);
    expect(await listDrafts()).toEqual(expected);
  });
});

describe('a repetition of all migrations', () => {
  it('after an older version has published a story: finds and places it, and changes no other', async () => {
    const author = await signIn(app);
    const late = await createPost(author, { blogTitle: 'Wells', blogLocation: 'Varanasi' });
    const current = await createPost(author, { blogTitle: 'Lakes', blogLocation: 'Udaipur' });
    await runFast(MIGRATIONS);
    const { collection } = PostModel;
    await collection.updateOne(
      { _id: new Types.ObjectId(late._id) },
      { $unset: { searchWords: 1, indexedAt: 1, placeId: 1, placeIds: 1 } },
    );
    const readCurrent = () => collection.findOne({ _id: new Types.ObjectId(current._id) });
    const before = await readCurrent();

    await resetMigrations();
    await runFast(MIGRATIONS);

    const { body } = await author.agent.get('/api/post/search').query({ q: 'wells' }).expect(200);
    expect(body.posts).toMatchObject([{ _id: late._id, place: { name: 'Varanasi' } }]);
    expect(await readCurrent()).toEqual(before);
    const rows = await MigrationModel.find({ changed: 1 }).lean();
    expect(rows.map(({ _id }) => _id)).toEqual([searchWords.name, storyPlaces.name]);
  });
});
