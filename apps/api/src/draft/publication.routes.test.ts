import { randomUUID } from 'node:crypto';
import { type Draft, type DraftInput, draftNotFoundSchema, type Post } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { PNG_DATA_URL } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { badRequest } from '../http/app-error.js';
import { MediaModel } from '../media/media.model.js';
import { PostModel } from '../post/post.model.js';
import { DraftModel } from './draft.model.js';

useDatabase();
const app = useApp();
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TEXT = {
  blogTitle: 'கடல் ஓரம்',
  blogHtml: '<p>The <strong>first</strong> boats</p>',
  blogLocation: 'Kochi',
};

type Agent = Pick<SignedIn, 'agent'>;
const after = (ms: number) => new Date(Date.now() + ms);
const schedule = ({ agent }: Agent, key: string, publishAt: unknown) =>
  agent.put(`/api/drafts/${key}/schedule`).send({ publishAt });
const publishDue = (now = after(2 * MINUTE_MS)) => app.server.services.publications.publishDue(now);

async function save({ agent }: Agent, key: string, input: Partial<DraftInput> = {}): Promise<Draft> {
  const response = await agent.put(`/api/drafts/${key}`).send({ ...TEXT, ...input });
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  return response.body.draft;
}

/** Creates a draft that is to be published in 90 seconds. */
async function createScheduled(input: Partial<DraftInput> = {}) {
  const author = await signIn(app);
  const key = randomUUID();
  await save(author, key, input);
  const publishAt = after(1.5 * MINUTE_MS).toISOString();
  const response = await schedule(author, key, publishAt);
  expect(response.status).toBe(200);
  const draft: Draft = response.body.draft;
  return { author, key, publishAt, draft };
}

async function listOwn({ agent }: Agent): Promise<Post[]> {
  return (await agent.get('/api/post/my-posts')).body.posts;
}
async function listDrafts({ agent }: Agent): Promise<Draft[]> {
  return (await agent.get('/api/drafts')).body.drafts;
}

describe('PUT /api/drafts/:key/schedule', () => {
  it('with a time: responds 200 with the draft, and keeps its text, version and position in the list', async () => {
    const { author, key, draft, publishAt } = await createScheduled();
    const other = await save(author, randomUUID());

    const again = await schedule(author, key.toUpperCase(), publishAt);

    expect(draft).toMatchObject({ ...TEXT, version: 1, publishAt, publishError: null });
    expect(again.body.draft).toEqual(draft);
    expect((await listDrafts(author)).map(({ _id }) => _id)).toEqual([other._id, draft._id]);
  });

  it('repeated when less than a minute is left: responds 200 with the stored draft', async () => {
    const { author, key, draft, publishAt } = await createScheduled();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(publishAt) - MINUTE_MS / 2 });
    onTestFinished(() => void vi.useRealTimers());

    const again = await schedule(author, key, publishAt);

    expect([again.status, again.body.draft]).toEqual([200, draft]);
  });

  it('with a time in another time zone: stores the same instant', async () => {
    const { author, key } = await createScheduled();
    const time = after(DAY_MS);
    const inKolkata = new Date(time.getTime() + 5.5 * 60 * MINUTE_MS).toISOString().replace('Z', '+05:30');

    const response = await schedule(author, key, inKolkata);

    expect(response.body.draft.publishAt).toBe(time.toISOString());
  });

  it('with null: cancels the schedule, and responds 200 again when repeated', async () => {
    const { author, key } = await createScheduled();

    const [first, second] = [await schedule(author, key, null), await schedule(author, key, null)];
    await publishDue();

    expect([first.status, first.body.draft.publishAt]).toEqual([200, null]);
    expect([second.status, second.body.draft.publishAt]).toEqual([200, null]);
    expect(await listOwn(author)).toEqual([]);
  });

  it.each([
    ['in 59 seconds', () => after(59_000).toISOString()],
    ['in the past', () => after(-DAY_MS).toISOString()],
    ['in more than a year', () => after(367 * DAY_MS).toISOString()],
  ])('with a time %s: responds 400 and names publishAt', async (_name, publishAt) => {
    const { author, key, draft } = await createScheduled();

    const response = await schedule(author, key, publishAt());

    expect(response.status).toBe(400);
    expect(response.body.fields).toMatchObject([{ field: 'publishAt', code: 'publish_at_out_of_range' }]);
    expect(await listDrafts(author)).toEqual([draft]);
  });

  it('with the same day of the next year, 366 days ahead: is accepted; a second later: responds 400', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-01T10:00:00Z') });
    const { author, key } = await createScheduled();

    const latest = await schedule(author, key, '2028-03-01T10:00:00Z');
    const later = await schedule(author, key, '2028-03-01T10:00:01Z');

    expect([latest.status, later.status]).toEqual([200, 400]);
  });

  it.each([undefined, '', 'tomorrow', '2027-02-30T10:00:00Z', '2027-02-03', 1_800_000_000_000, true, {}])(
    'with %j: responds 400 and names publishAt',
    async (publishAt) => {
      const { author, key } = await createScheduled();

      const response = await schedule(author, key, publishAt);

      expect(response.status).toBe(400);
      expect(response.body.fields).toMatchObject([{ field: 'publishAt', code: 'publish_at_invalid' }]);
    },
  );

  it.each([
    ['no title', { blogTitle: ' ' }, 'blogTitle'],
    ['no text', { blogHtml: '' }, 'blogContent'],
    ['markup without text', { blogHtml: '<p><br></p>' }, 'blogContent'],
  ])('for a draft with %s: responds 400 and names the field', async (_name, input, field) => {
    const author = await signIn(app);
    const key = randomUUID();
    await save(author, key, input);

    const response = await schedule(author, key, after(DAY_MS).toISOString());

    expect(response.status).toBe(400);
    expect(response.body.fields).toMatchObject([{ field, message: 'Title and content are required.' }]);
    expect(await listDrafts(author)).toMatchObject([{ publishAt: null }]);
  });

  it('for a draft that edits a story: responds 400', async () => {
    const author = await signIn(app);
    const { body } = await author.agent.post('/api/post/create-post').send({ ...TEXT });
    const key = randomUUID();
    await save(author, key, { postId: body.post._id });

    const response = await schedule(author, key, after(DAY_MS).toISOString());

    expect(response.status).toBe(400);
    expect(response.body.fields).toMatchObject([{ field: 'publishAt', code: 'draft_of_story' }]);
  });

  it('for a draft of an older version that names a story removed for good: is published as a new story', async () => {
    const author = await signIn(app);
    const key = randomUUID();
    await save(author, key);
    await DraftModel.updateOne({ key }, { $set: { postId: new Types.ObjectId() } });

    expect((await schedule(author, key, after(1.5 * MINUTE_MS).toISOString())).status).toBe(200);
    expect(await publishDue()).toBe(1);

    expect(await listOwn(author)).toMatchObject([TEXT]);
    expect(await listDrafts(author)).toEqual([]);
  });

  it('for an unknown draft and for one of another user: responds 404 and changes nothing', async () => {
    const { author, key, draft } = await createScheduled();
    const other = await signIn(app);
    const time = after(DAY_MS).toISOString();

    for (const publishAt of [time, null]) {
      expect((await schedule(other, key, publishAt)).status).toBe(404);
      expect((await schedule(author, randomUUID(), publishAt)).status).toBe(404);
    }
    expect(await listDrafts(author)).toEqual([draft]);
  });

  it('without a session: responds 401', async () => {
    const response = await app
      .request()
      .put(`/api/drafts/${randomUUID()}/schedule`)
      .send({ publishAt: null });

    expect(response.status).toBe(401);
  });
});

describe('a scheduled draft', () => {
  it('at its time: is published with its text, picture and visibility, with that date, and deleted', async () => {
    const { author, key, publishAt } = await createScheduled({
      blogImage: PNG_DATA_URL,
      blogImageAlt: 'Boats',
      visibility: 'public',
    });

    expect(await publishDue(new Date(Date.parse(publishAt) - 1))).toBe(0);
    expect(await publishDue(new Date(publishAt))).toBe(1);

    const [post] = await listOwn(author);
    expect(post).toMatchObject({
      ...TEXT,
      blogImageAlt: 'Boats',
      visibility: 'public',
      version: 1,
      createdAt: publishAt,
      updatedAt: publishAt,
      publishedAt: publishAt,
    });
    expect((await author.agent.get(post?.blogImage ?? '')).status).toBe(200);
    expect(await listDrafts(author)).toEqual([]);
    expect(await MediaModel.countDocuments()).toBe(1);
    // A save that arrives late does not create it again.
    expect((await author.agent.put(`/api/drafts/${key}`).send(TEXT)).status).toBe(404);
  });

  it('published: responds 404 with the id of its story, also in capitals, but not when that was deleted', async () => {
    const { author, key } = await createScheduled();
    await publishDue();
    const [post] = await listOwn(author);
    const read = ({ agent }: Agent) => agent.get(`/api/drafts/${key.toUpperCase()}`);

    const [published, other] = [await read(author), await read(await signIn(app))];
    await author.agent.delete(`/api/post/delete-post/${post?._id}`).expect(200);
    const deleted = await read(author);

    expect([published.status, other.status, deleted.status]).toEqual([404, 404, 404]);
    expect(z.parse(draftNotFoundSchema, published.body).postId).toBe(post?._id);
    expect(other.body).not.toHaveProperty('postId');
    expect(deleted.body).not.toHaveProperty('postId');
  });

  it('changed after it was scheduled: keeps the schedule, and its last version is published', async () => {
    const { author, key, publishAt } = await createScheduled();
    const changed = await save(author, key, { blogTitle: 'Later', version: 1 });

    await publishDue();

    expect(changed.publishAt).toBe(publishAt);
    expect(await listOwn(author)).toMatchObject([{ blogTitle: 'Later' }]);
  });

  it('that is invalid by then: stays a draft, with the reason and without a time, until it is scheduled again', async () => {
    const { author, key } = await createScheduled();
    await save(author, key, { blogTitle: '', version: 1 });

    expect(await publishDue()).toBe(0);

    const reason = 'Title and content are required.';
    expect(await listOwn(author)).toEqual([]);
    expect(await listDrafts(author)).toMatchObject([
      { publishAt: null, publishError: reason, publishErrorCode: 'story_required' },
    ]);
    const corrected = await save(author, key, { version: 2 });
    const again = await schedule(author, key, after(DAY_MS).toISOString());
    expect([corrected.publishError, again.body.draft.publishError]).toEqual([reason, null]);
    expect(again.body.draft.publishErrorCode).toBeNull();
  });

  it('that became an edit of a story: stays a draft, with the reason', async () => {
    const { author, key } = await createScheduled();
    const { body } = await author.agent.post('/api/post/create-post').send({ ...TEXT });
    await save(author, key, { postId: body.post._id, version: 1 });

    await publishDue();

    expect(await listDrafts(author)).toMatchObject([
      {
        publishAt: null,
        publishError: 'Only a new story can be scheduled',
        publishErrorCode: 'draft_of_story',
      },
    ]);
  });

  it('in ten concurrent passes: is published once', async () => {
    const { author } = await createScheduled({ blogImage: PNG_DATA_URL });

    await Promise.all(Array.from({ length: 10 }, () => publishDue()));
    await publishDue();

    expect(await listOwn(author)).toHaveLength(1);
    expect(await listDrafts(author)).toEqual([]);
    expect(await MediaModel.countDocuments()).toBe(1);
  });

  it('published by its author at the same time: is published once', async () => {
    const { author, key } = await createScheduled();
    const clientPostId = key.replaceAll('-', '');
    const input = { ...TEXT, draftKey: key, draftVersion: 1, clientPostId };

    const [response] = await Promise.all([
      author.agent.post('/api/post/create-post').send(input),
      publishDue(),
      publishDue(),
    ]);

    expect([200, 201]).toContain(response.status);
    expect(await listOwn(author)).toHaveLength(1);
    expect(await listDrafts(author)).toEqual([]);
  });

  it('whose publication was interrupted before the draft was deleted: is published once', async () => {
    const { author } = await createScheduled();
    vi.spyOn(DraftModel, 'findOneAndDelete').mockImplementationOnce(() => {
      throw new Error('killed');
    });

    await expect(publishDue()).rejects.toThrow('Drafts could not be published');
    expect(await listOwn(author)).toHaveLength(1);
    expect(await listDrafts(author)).toHaveLength(1);
    await publishDue();

    expect(await listOwn(author)).toHaveLength(1);
    expect(await listDrafts(author)).toEqual([]);
  });

  it('whose publication was interrupted, and whose story was deleted since: is not published again', async () => {
    const { author } = await createScheduled();
    vi.spyOn(DraftModel, 'findOneAndDelete').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await expect(publishDue()).rejects.toThrow();
    const [post] = await listOwn(author);
    await author.agent.delete(`/api/post/delete-post/${post?._id}`).expect(200);

    await publishDue();

    expect(await listOwn(author)).toEqual([]);
    expect(await listDrafts(author)).toEqual([]);
  });

  it('changed while it is being published: keeps the later text as an edit of the story', async () => {
    const { author, key } = await createScheduled();
    const create = PostModel.create.bind(PostModel) as (fields: object) => Promise<unknown>;
    vi.spyOn(PostModel, 'create').mockImplementationOnce((async (fields: object) => {
      const stored = await create(fields);
      await save(author, key, { blogTitle: 'Later words', version: 1 });
      return stored;
    }) as never);

    await publishDue();

    const [post] = await listOwn(author);
    expect(post).toMatchObject(TEXT);
    expect(await listDrafts(author)).toMatchObject([
      { blogTitle: 'Later words', postId: post?._id, baseVersion: 1, publishAt: null, publishError: null },
    ]);
    expect(await publishDue()).toBe(0);
  });

  it('saved while it becomes an edit of the story: stays an edit of it, with the saved words', async () => {
    const { author, key } = await createScheduled();
    vi.spyOn(DraftModel, 'findOneAndDelete').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await expect(publishDue()).rejects.toThrow('Drafts could not be published');
    await save(author, key, { version: 1 });
    const { media } = app.server.services;
    const accept = media.accept.bind(media);
    vi.spyOn(media, 'accept').mockImplementationOnce(async (input) => {
      await publishDue();
      return accept(input);
    });

    await save(author, key, { blogTitle: 'Later words', version: 2 });

    const [post] = await listOwn(author);
    expect(await listDrafts(author)).toMatchObject([
      { blogTitle: 'Later words', version: 3, postId: post?._id, baseVersion: 1 },
    ]);
  });

  it('that cannot be published for now: stays scheduled, and does not delay the others', async () => {
    const first = await createScheduled();
    const second = await createScheduled();
    vi.spyOn(PostModel, 'create').mockImplementationOnce(() => {
      throw new Error('The database is unavailable');
    });

    await expect(publishDue()).rejects.toThrow('Drafts could not be published');

    expect(await listDrafts(first.author)).toMatchObject([
      { publishAt: first.publishAt, publishError: null },
    ]);
    expect(await listOwn(second.author)).toHaveLength(1);
    await publishDue();
    expect(await listOwn(first.author)).toHaveLength(1);
  });

  /** Stores copies of a draft, each with the fields that `buildFields` returns. */
  async function copyDraft(draft: Draft, count: number, buildFields: (index: number) => object) {
    const stored = await DraftModel.findById(draft._id).lean();
    const copies = Array.from({ length: count }, (_, index) => ({
      ...stored,
      _id: new Types.ObjectId(),
      key: randomUUID(),
      ...buildFields(index),
    }));
    await insertInBatches((part) => DraftModel.insertMany(part), copies);
  }

  /** Makes the publication of drafts with the title `Not now` fail. */
  function failNotNow(error: Error) {
    const create = PostModel.create.bind(PostModel) as (fields: object) => Promise<unknown>;
    return vi.spyOn(PostModel, 'create').mockImplementation((async (fields: { blogTitle: string }) => {
      if (fields.blogTitle === 'Not now') throw error;
      return create(fields);
    }) as never);
  }

  it('behind a hundred that cannot be published for now: is published in the same pass', async () => {
    const { author, draft } = await createScheduled();
    await copyDraft(draft, 100, () => ({ blogTitle: 'Not now', publishAt: new Date() }));
    failNotNow(new Error('The story cannot be stored'));

    await expect(publishDue()).rejects.toThrow('Drafts could not be published');

    expect(await listOwn(author)).toMatchObject([TEXT]);
  });

  it('as one of 15, of which 11 cannot be published: the other 4 are, and ten errors are reported', async () => {
    const { draft } = await createScheduled();
    await copyDraft(draft, 14, (index) => ({ blogTitle: index % 5 === 0 ? `Story ${index}` : 'Not now' }));
    failNotNow(new Error('The story cannot be stored'));

    const failure: AggregateError = await publishDue().catch((error) => error);

    expect(failure.message).toBe('Drafts could not be published: 11');
    expect(failure.errors).toEqual(Array(10).fill(new Error('The story cannot be stored')));
    expect(await PostModel.countDocuments()).toBe(4);
    expect(await DraftModel.countDocuments({ blogTitle: 'Not now' })).toBe(11);
  });

  it('while the database is unavailable: ends the pass at the first error', async () => {
    const { draft } = await createScheduled();
    await copyDraft(draft, 3, () => ({ blogTitle: 'Not now', publishAt: new Date() }));
    const outage = Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });
    const create = failNotNow(outage);

    await expect(publishDue()).rejects.toMatchObject({ errors: [outage] });

    expect(create).toHaveBeenCalledTimes(1);
  });
});

describe('a scheduled draft during a pass', () => {
  type Scheduled = Awaited<ReturnType<typeof createScheduled>>;
  const remove = ({ author, key }: Scheduled) => author.agent.delete(`/api/drafts/${key}`).expect(200);
  const cancel = ({ author, key }: Scheduled) => schedule(author, key, null).expect(200);
  const postpone = ({ author, key }: Scheduled) =>
    schedule(author, key, after(DAY_MS).toISOString()).expect(200);
  const withdrawals = [
    ['deleted', remove, 0],
    ['cancelled', cancel, 1],
    ['postponed', postpone, 1],
  ] as const;

  it.each(withdrawals)('%s while another one is published: is not published', async (_name, act, left) => {
    await createScheduled();
    const second = await createScheduled();
    const create = PostModel.create.bind(PostModel) as (fields: object) => Promise<unknown>;
    vi.spyOn(PostModel, 'create').mockImplementationOnce((async (fields: object) => {
      await act(second);
      return create(fields);
    }) as never);

    expect(await publishDue()).toBe(1);

    expect(await listOwn(second.author)).toEqual([]);
    expect(await listDrafts(second.author)).toHaveLength(left);
  });

  it.each(withdrawals)('%s while it is validated: is not published', async (_name, act, left) => {
    const scheduled = await createScheduled();
    vi.spyOn(app.server.services.posts, 'validate').mockImplementationOnce(async () => {
      await act(scheduled);
    });

    expect(await publishDue()).toBe(0);

    expect(await listOwn(scheduled.author)).toEqual([]);
    expect(await listDrafts(scheduled.author)).toHaveLength(left);
  });

  it('changed while it is validated: the next pass publishes its last version', async () => {
    const { author, key } = await createScheduled();
    vi.spyOn(app.server.services.posts, 'validate').mockImplementationOnce(async () => {
      await save(author, key, { blogTitle: 'Later', version: 1 });
    });

    expect([await publishDue(), await publishDue()]).toEqual([0, 1]);

    expect(await listOwn(author)).toMatchObject([{ blogTitle: 'Later' }]);
    expect(await listDrafts(author)).toEqual([]);
  });

  it('changed when its publication has begun: the next pass publishes its last version, and no error is reported', async () => {
    const { author, key } = await createScheduled();
    const { posts } = app.server.services;
    const { create } = posts;
    vi.spyOn(posts, 'create').mockImplementationOnce(async (...input) => {
      await save(author, key, { blogTitle: 'Later', version: 1 });
      return create(...input);
    });

    expect([await publishDue(), await publishDue()]).toEqual([0, 1]);

    expect(await listOwn(author)).toMatchObject([{ blogTitle: 'Later' }]);
    expect(await listDrafts(author)).toEqual([]);
  });

  it.each(withdrawals)(
    '%s while it turns out to be invalid: gets no error, and does not delay the others',
    async (_name, act, left) => {
      const first = await createScheduled();
      const second = await createScheduled();
      vi.spyOn(app.server.services.posts, 'validate').mockImplementationOnce(async () => {
        await act(first);
        throw badRequest('story_required', 'Title and content are required.', 'blogContent');
      });

      expect(await publishDue()).toBe(1);

      const drafts = await listDrafts(first.author);
      expect(drafts.map(({ publishError }) => publishError)).toEqual(Array(left).fill(null));
      expect(drafts.map(({ publishAt }) => publishAt !== null)).toEqual(Array(left).fill(act === postpone));
      expect(await listOwn(second.author)).toHaveLength(1);
    },
  );
});

describe('a draft whose publication was interrupted before it was deleted', () => {
  it.each([
    ['visibility', { visibility: 'members' }],
    ['picture', { blogImage: '' }],
    ['alternative text', { blogImageAlt: 'Ships' }],
  ] as const)('and whose %s alone was changed since: becomes an edit of the story', async (_name, change) => {
    const pictured = { blogImage: PNG_DATA_URL, blogImageAlt: 'Boats', visibility: 'public' } as const;
    const { author, key, draft } = await createScheduled(pictured);
    vi.spyOn(DraftModel, 'findOneAndDelete').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await expect(publishDue()).rejects.toThrow();
    await save(author, key, { ...pictured, blogImage: draft.blogImage, ...change, version: 1 });

    await publishDue();

    const [post] = await listOwn(author);
    expect(post).toMatchObject({ blogImageAlt: 'Boats', visibility: 'public' });
    expect(await listDrafts(author)).toMatchObject([
      { ...TEXT, ...change, postId: post?._id, baseVersion: 1, publishAt: null, publishError: null },
    ]);
  });
});
