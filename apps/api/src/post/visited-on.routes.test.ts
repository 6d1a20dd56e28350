import { randomUUID } from 'node:crypto';
import { lastVisitDay } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost, saveDraft, updatePost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { storePost } from '../../test/stored-posts.js';
import { PostModel } from './post.model.js';

useDatabase();
const app = useApp();

const DAY = '2024-03-12';
const DAY_MS = 86_400_000;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('the day of the visit of a story', () => {
  it('is null unless it is named, also of a story stored before it existed', async () => {
    const author = await signIn(app);
    const old = await storePost({ authorId: author.user._id });

    const unnamed = await createPost(author);
    const named = await createPost(author, { visitedOn: DAY, visibility: 'public' });
    const response = await author.agent.get(`/api/post/getpost/${old.slug}`);
    const asGuest = await app.agent().get(`/api/public/post/${named.slug}`);

    expect([unnamed.visitedOn, response.body.post.visitedOn]).toEqual([null, null]);
    expect([named.visitedOn, asGuest.body.post.visitedOn]).toEqual([DAY, DAY]);
  });

  it('changes with an update that names it, stays with one that does not, and is removed by null', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { visitedOn: DAY });

    const unnamed = await updatePost(author, _id, { blogTitle: 'Evening' });
    const named = await updatePost(author, _id, { blogTitle: 'Evening', visitedOn: '1999-12-31' });
    const repeated = await updatePost(author, _id, { blogTitle: 'Evening', visitedOn: '1999-12-31' });
    const none = await updatePost(author, _id, { blogTitle: 'Evening', visitedOn: null });

    expect([unnamed, named, repeated, none].map(({ visitedOn, version }) => [visitedOn, version])).toEqual([
      [DAY, 2],
      ['1999-12-31', 3],
      ['1999-12-31', 3],
      [null, 4],
    ]);
  });

  it('is part of a revision, and restored with it', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { visitedOn: DAY });
    await updatePost(author, _id, { visitedOn: null });

    const { body } = await author.agent.get(`/api/post/${_id}/revisions/1`);
    const restored = await author.agent.post(`/api/post/${_id}/revisions/1/restore`);

    expect(body.revision.visitedOn).toBe(DAY);
    expect(restored.body.post).toMatchObject({ visitedOn: DAY, version: 3 });
  });

  it('is accepted from 1900 to today, wherever the author is', async () => {
    const author = await signIn(app);

    for (const visitedOn of ['1900-01-01', isoDay(Date.now()), lastVisitDay(), '2024-02-29']) {
      expect(await createPost(author, { visitedOn })).toMatchObject({ visitedOn });
    }
  });

  it.each([
    ['1899-12-31', 'visited_on_too_early', 'The date of the visit must be 1900 or later'],
    [isoDay(Date.now() + 3 * DAY_MS), 'visited_on_in_future', "The date of the visit can't be in the future"],
    ['2023-02-29', 'visited_on_invalid', 'visitedOn must be a date such as 2024-03-12, or null'],
    ['2024-03-12T10:00:00Z', 'visited_on_invalid', 'visitedOn must be a date such as 2024-03-12, or null'],
    ['', 'visited_on_invalid', 'visitedOn must be a date such as 2024-03-12, or null'],
    [20240312, 'visited_on_invalid', 'visitedOn must be a date such as 2024-03-12, or null'],
  ])('given as %j: responds 400 with the code %s', async (visitedOn, code, message) => {
    const author = await signIn(app);

    const story = await author.agent.post('/api/post/create-post').send({ ...buildPostInput(), visitedOn });
    const draft = await author.agent.put(`/api/drafts/${randomUUID()}`).send({ visitedOn });

    expect([story.status, draft.status]).toEqual([400, 400]);
    expect([story.body.fields, draft.body.fields]).toEqual([
      [{ field: 'visitedOn', code, message }],
      [{ field: 'visitedOn', code, message }],
    ]);
    expect(await PostModel.countDocuments()).toBe(0);
  });
});

describe('the day of the visit of a draft', () => {
  it('stays with a save that does not name it, and is removed by null', async () => {
    const author = await signIn(app);
    const key = randomUUID();

    const first = await saveDraft(author, key, {});
    const named = await saveDraft(author, key, { visitedOn: DAY, version: 1 });
    const unnamed = await saveDraft(author, key, { version: 2 });
    const none = await saveDraft(author, key, { visitedOn: null, version: 3 });

    expect([first, named, unnamed, none].map(({ visitedOn }) => visitedOn)).toEqual([null, DAY, DAY, null]);
  });

  it('of a draft that edits a story, and of an unpublished story: is the day of the story', async () => {
    const author = await signIn(app);
    const { _id } = await createPost(author, { visitedOn: DAY });

    const edit = await saveDraft(author, randomUUID(), { postId: _id });
    await author.agent.delete(`/api/drafts/${edit.key}`).expect(200);
    const { body } = await author.agent.post(`/api/post/${_id}/unpublish`).expect(200);

    expect([edit.visitedOn, body.draft.visitedOn]).toEqual([DAY, DAY]);
    const again = await author.agent
      .post('/api/post/create-post')
      .send(buildPostInput({ draftKey: body.draft.key, draftVersion: body.draft.version }))
      .expect(201);
    expect(again.body.post.visitedOn).toBe(DAY);
  });
});
