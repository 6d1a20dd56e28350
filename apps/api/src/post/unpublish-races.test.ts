import { randomUUID } from 'node:crypto';
import type { Draft } from '@safarnama/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { createPost, PNG_DATA_URL } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { signIn } from '../../test/sign-in.js';
import {
  type Agent,
  listDrafts,
  publish,
  readOwn,
  removeExpired,
  unpublish,
} from '../../test/unpublishing.js';
import { DraftModel } from '../draft/draft.model.js';
import { MediaModel } from '../media/media.model.js';
import { DeletedPostModel } from './deleted-post.model.js';
import { PostModel } from './post.model.js';

useDatabase();
const app = useApp();
afterEach(() => {
  vi.restoreAllMocks();
});

const remove = ({ agent }: Agent, id: string) => agent.delete(`/api/post/delete-post/${id}`);
const undelete = ({ agent }: Agent, id: string) => agent.post(`/api/post/${id}/undelete`);
const listDeleted = async ({ agent }: Agent) => (await agent.get('/api/post/deleted')).body.posts;
const open = async ({ agent }: Agent, url: string) => (await agent.get(url)).status;

async function createStory() {
  const [author, reader] = [await signIn(app), await signIn(app)];
  const post = await createPost(author, { blogImage: PNG_DATA_URL });
  return { author, reader, post };
}

async function createUnpublished() {
  const story = await createStory();
  const { draft }: { draft: Draft } = (await unpublish(story.author, story.post._id).expect(200)).body;
  return { ...story, draft };
}

/** Awaits a task before the next call of a function of the product, or after it if `after` is true. */
function interrupt<T extends object>(
  target: T,
  name: keyof T & string,
  task: () => PromiseLike<unknown>,
  after = false,
) {
  const original = (target[name] as (...args: unknown[]) => PromiseLike<unknown>).bind(target);
  const spy = vi.spyOn(target as Record<string, (...args: unknown[]) => unknown>, name);
  spy.mockImplementationOnce(async (...args) => {
    if (!after) await task();
    const result = await original(...args);
    if (after) await task();
    return result;
  });
}

/** Fails the next call of a function, as if the process had been killed. */
function kill<T extends object>(target: T, name: keyof T & string) {
  interrupt(target, name, async () => {
    throw new Error('killed');
  });
}

function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a story that is deleted and unpublished at the same time', () => {
  it('unpublished first: the deletion responds 404, and its draft publishes it again at any time', async () => {
    const { author, post } = await createStory();
    let draft: Draft | undefined;
    interrupt(DeletedPostModel, 'replaceOne', async () => {
      draft = (await unpublish(author, post._id).expect(200)).body.draft;
    });

    expect((await remove(author, post._id)).status).toBe(404);
    await removeExpired(app);

    if (!draft) throw new Error('The draft is missing');
    expect(await listDrafts(author)).toMatchObject([{ key: draft.key, isUnpublished: true }]);
    const { status, body } = await publish(author, draft);
    expect([status, body.post?._id]).toEqual([201, post._id]);
  });

  it('deleted first: unpublishing responds 404, and the story can be restored', async () => {
    const { author, post } = await createStory();
    interrupt(DeletedPostModel, 'replaceOne', () => remove(author, post._id).expect(200));

    expect((await unpublish(author, post._id)).status).toBe(404);

    expect(await listDeleted(author)).toMatchObject([{ _id: post._id }]);
    const { status, body } = await undelete(author, post._id);
    expect([status, body.post]).toEqual([200, post]);
  });
});

describe('an unpublished story that is published again', () => {
  it.each([
    ['its picture is shown', MediaModel, 'updateMany'],
    ['the hidden copy is removed', DeletedPostModel, 'deleteOne'],
  ] as const)('and unpublished before %s: stays hidden, with its draft', async (_when, model, name) => {
    const { author, reader, post, draft } = await createUnpublished();
    interrupt(model as typeof DeletedPostModel, name as 'deleteOne', () =>
      unpublish(author, post._id).expect(200),
    );

    await publish(author, draft);
    await removeExpired(app);

    expect([await PostModel.countDocuments(), await DeletedPostModel.countDocuments()]).toEqual([0, 1]);
    expect(await open(reader, post.blogImage)).toBe(404);
    const drafts = await listDrafts(author);
    expect(drafts).toMatchObject([{ postId: post._id, isUnpublished: true }]);
    const again = await publish(author, drafts[0] as Draft);
    expect([again.status, again.body.post?._id]).toEqual([201, post._id]);
    expect(await open(reader, post.blogImage)).toBe(200);
  });

  it('by two overlapping requests: has the words and the picture of the last one', async () => {
    const { author, reader, post, draft } = await createUnpublished();
    const [first, second] = [
      toDataUrl(await buildPicture(9, 9, '#000000').png().toBuffer()),
      toDataUrl(await buildPicture(9, 9, '#ffffff').png().toBuffer()),
    ];
    const responses: Promise<{ status: number }>[] = [];
    const isStored = createGate();
    const isOvertaken = createGate();
    interrupt(app.server.services.media, 'accept', async () => {
      // Waits for the other request before it removes the hidden copy.
      interrupt(DeletedPostModel, 'deleteOne', () => {
        isStored.open();
        return isOvertaken.opened;
      });
      const input = { blogTitle: 'First', blogImage: first };
      responses.push(publish(author, draft, input).then((response) => response));
      await isStored.opened;
    });

    const last = await publish(author, draft, { blogTitle: 'Last', blogImage: second });
    isOvertaken.open();

    const statuses = [last.status, ...(await Promise.all(responses)).map(({ status }) => status)];
    expect(statuses).toEqual([201, 201]);
    const live = await readOwn(author, post._id);
    expect(live.blogTitle).toBe('Last');
    expect(live.blogImage).toBe(last.body.post.blogImage);
    expect(await open(reader, live.blogImage)).toBe(200);
    expect([await listDrafts(author), await DeletedPostModel.countDocuments()]).toEqual([[], 0]);
  });

  it('by a process that is killed after storing it: is completed by the next run', async () => {
    const { author, reader, post, draft } = await createUnpublished();
    kill(MediaModel, 'updateMany');
    expect((await publish(author, draft)).status).toBe(500);
    expect(await listDeleted(author)).toEqual([]);

    await removeExpired(app);

    expect(await open(reader, post.blogImage)).toBe(200);
    expect(await DeletedPostModel.countDocuments()).toBe(0);
    expect((await readOwn(author, post._id))._id).toBe(post._id);
  });

  it('by a process that is killed before storing it: stays unpublished', async () => {
    const { author, post, draft } = await createUnpublished();
    kill(PostModel, 'insertMany');
    expect((await publish(author, draft)).status).toBe(500);
    expect(await listDeleted(author)).toEqual([]);

    await removeExpired(app);

    expect(await listDrafts(author)).toMatchObject([{ key: draft.key, isUnpublished: true }]);
    expect((await undelete(author, post._id)).status).toBe(404);
    expect((await publish(author, draft)).status).toBe(201);
  });

  it('while its draft is deleted: responds 404, and can be restored', async () => {
    const { author, post, draft } = await createUnpublished();
    interrupt(app.server.services.media, 'accept', () =>
      author.agent.delete(`/api/drafts/${draft.key}`).expect(200),
    );

    expect((await publish(author, draft)).status).toBe(404);

    expect(await listDeleted(author)).toMatchObject([{ _id: post._id }]);
    expect((await undelete(author, post._id)).status).toBe(200);
  });
});

describe('a copy of a story that is overtaken while the story returns from it', () => {
  it('by an undelete, an update and a deletion: the story returns with its newest words and picture', async () => {
    const { author, reader, post } = await createStory();
    await remove(author, post._id).expect(200);
    const newest = {
      blogTitle: 'Newest',
      blogContent: 'The newest words',
      blogImage: toDataUrl(await buildPicture(9, 9, '#000000').png().toBuffer()),
    };
    interrupt(PostModel, 'insertMany', async () => {
      await undelete(author, post._id).expect(200);
      await author.agent.put(`/api/post/update-post/${post._id}`).send(newest).expect(200);
      await remove(author, post._id).expect(200);
    });

    const { status, body } = await undelete(author, post._id);

    expect([status, body.post?.blogContent]).toEqual([200, newest.blogContent]);
    expect(await open(reader, body.post.blogImage)).toBe(200);
    expect(await DeletedPostModel.countDocuments()).toBe(0);
  });

  it('by an undelete, and a deletion after the insertion has failed: the story returns', async () => {
    const { author, post } = await createStory();
    await remove(author, post._id).expect(200);
    interrupt(PostModel, 'insertMany', async () => {
      await undelete(author, post._id).expect(200);
      const findById = PostModel.findById.bind(PostModel);
      vi.spyOn(PostModel, 'findById').mockImplementationOnce(((id: string) => ({
        lean: async () => {
          await remove(author, post._id).expect(200);
          return findById(id).lean();
        },
      })) as never);
    });

    const { status, body } = await undelete(author, post._id);

    expect([status, body.post?._id]).toEqual([200, post._id]);
    expect(await DeletedPostModel.countDocuments()).toBe(0);
  });

  it('by another publication and a deletion: the story stays deleted with its newest words', async () => {
    const { author, post, draft } = await createUnpublished();
    interrupt(PostModel, 'insertMany', async () => {
      await publish(author, draft, { blogTitle: 'Newest' }).expect(201);
      await remove(author, post._id).expect(200);
    });

    expect((await publish(author, draft)).status).toBe(404);

    expect(await PostModel.countDocuments()).toBe(0);
    expect((await undelete(author, post._id)).body.post?.blogTitle).toBe('Newest');
  });
});

describe('a story that returns while it is being hidden', () => {
  /** Publishes a draft as it is. */
  const publishUnchanged = (author: Agent, draft: Draft) => {
    const { blogTitle, blogHtml, blogLocation } = draft;
    return publish(author, draft, { blogTitle, blogContent: undefined, blogHtml, blogLocation });
  };

  const countStories = async () =>
    (await PostModel.countDocuments()) + (await DeletedPostModel.countDocuments());

  it('undeleted just before its deletion removes it: exists once, and can be restored', async () => {
    const { author, post } = await createStory();
    interrupt(PostModel, 'deleteOne', () => undelete(author, post._id).expect(200));

    await remove(author, post._id).expect(200);

    expect(await countStories()).toBe(1);
    const { status, body } = await undelete(author, post._id);
    expect([status, body.post]).toEqual([200, post]);
  });

  it('undeleted while its deletion removes it: is restored', async () => {
    const { author, reader, post } = await createStory();
    const isCopied = createGate();
    const isRestoring = createGate();
    interrupt(PostModel, 'deleteOne', () => {
      isCopied.open();
      return isRestoring.opened;
    });
    const removal = remove(author, post._id).then((response) => response);
    await isCopied.opened;
    interrupt(PostModel, 'updateOne', () => {
      isRestoring.open();
      return removal;
    });

    const { status, body } = await undelete(author, post._id);

    expect([status, body.post]).toEqual([200, post]);
    expect(await countStories()).toBe(1);
    expect(await open(reader, post.blogImage)).toBe(200);
  });

  it('undeleted, changed and deleted again before its picture is shown: its new picture stays hidden', async () => {
    const { author, reader, post } = await createStory();
    await remove(author, post._id).expect(200);
    const blogImage = toDataUrl(await buildPicture(9, 9, '#000000').png().toBuffer());
    let changed = '';
    const change = async () => {
      const input = { blogTitle: 'x', blogContent: 'y', blogImage };
      const { body } = await author.agent.put(`/api/post/update-post/${post._id}`).send(input).expect(200);
      changed = body.post.blogImage;
      interrupt(MediaModel, 'updateMany', () => remove(author, post._id).expect(200));
    };
    interrupt(PostModel, 'updateOne', change, true);

    await undelete(author, post._id);

    expect(await PostModel.countDocuments()).toBe(0);
    expect(await open(reader, changed)).toBe(404);
  });

  it('published with the same words just before unpublishing removes it: exists once, with its draft', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    interrupt(PostModel, 'deleteOne', async () => {
      const [draft] = await listDrafts(author);
      await publishUnchanged(author, draft as Draft).expect(201);
    });

    const { draft }: { draft: Draft } = (await unpublish(author, post._id).expect(200)).body;

    expect(await countStories()).toBe(1);
    expect((await publish(author, draft)).body.post?._id).toBe(post._id);
  });

  it('published with the same words while unpublishing removes it: is published', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const isCopied = createGate();
    const isPublishing = createGate();
    interrupt(PostModel, 'deleteOne', () => {
      isCopied.open();
      return isPublishing.opened;
    });
    const unpublishing = unpublish(author, post._id).then((response) => response);
    await isCopied.opened;
    const [draft] = await listDrafts(author);
    interrupt(PostModel, 'updateOne', () => {
      isPublishing.open();
      return unpublishing;
    });

    const { status, body } = await publishUnchanged(author, draft as Draft);

    expect([status, body.post?._id]).toEqual([201, post._id]);
    expect((await readOwn(author, post._id))._id).toBe(post._id);
    expect(await countStories()).toBe(1);
  });
});

describe('the request that first published a story', () => {
  it.each([
    ['deleted: responds 201 with a new story', remove, 201, 1],
    ['unpublished: responds 409 and publishes nothing', unpublish, 409, 0],
  ])('repeated while the story is published and %s', async (_name, hide, status, published) => {
    const author = await signIn(app);
    const input = { blogTitle: 'घाट', blogContent: 'सुबह', clientPostId: 'first' };
    const send = () => author.agent.post('/api/post/create-post').send(input);
    const create = PostModel.create.bind(PostModel) as unknown as (fields: unknown) => Promise<never>;
    vi.spyOn(PostModel, 'create').mockImplementationOnce(async (fields: unknown) => {
      const { _id } = (await send().expect(201)).body.post;
      return create(fields).finally(() => hide(author, _id).expect(200));
    });

    const response = await send();

    expect(response.status).toBe(status);
    expect(await PostModel.countDocuments()).toBe(published);
  });

  it('repeated after the story was unpublished: responds 409 and publishes nothing', async () => {
    const author = await signIn(app);
    const input = { blogTitle: 'घाट', blogContent: 'सुबह', clientPostId: 'first', draftKey: randomUUID() };
    const { _id } = (await author.agent.post('/api/post/create-post').send(input).expect(201)).body.post;
    await unpublish(author, _id).expect(200);

    const { status, body } = await author.agent.post('/api/post/create-post').send(input);

    expect([status, body.code]).toEqual([409, 'story_unpublished']);
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it('repeated after the story was published again: responds 200 with the story, like the other request', async () => {
    const author = await signIn(app);
    const key = randomUUID();
    const first = {
      blogTitle: 'घाट',
      blogContent: 'सुबह',
      draftKey: key,
      clientPostId: key.replaceAll('-', ''),
    };
    const send = (input: object) => author.agent.post('/api/post/create-post').send(input);
    const { _id } = (await send(first).expect(201)).body.post;
    const { draft } = (await unpublish(author, _id).expect(200)).body;
    await publish(author, draft, { blogContent: 'शाम' }).expect(201);
    await author.agent.delete(`/api/post/delete-post/${_id}`).expect(200);
    await author.agent.post(`/api/post/${_id}/undelete`).expect(200);

    const responses = [await send(first), await publish(author, draft, { blogContent: 'शाम' })];

    expect(responses.map(({ status, body }) => [status, body.post?._id, body.post?.blogContent])).toEqual([
      [200, _id, 'शाम'],
      [200, _id, 'शाम'],
    ]);
    expect(await PostModel.countDocuments()).toBe(1);
    expect((await author.agent.get(`/api/drafts/${key}`)).body.postId).toBe(_id);
    expect((await author.agent.get(`/api/drafts/${draft.key}`)).body.postId).toBe(_id);
    await unpublish(author, _id).expect(200);
    expect((await send(first)).status).toBe(409);
    expect((await publish(author, draft)).status).toBe(409);
  });
});

describe('a draft of a story', () => {
  it('saved while the story is unpublished: is the draft of an unpublished story', async () => {
    const { author, post } = await createStory();
    const key = randomUUID();
    const input = { blogTitle: 'x', postId: post._id };
    await author.agent.put(`/api/drafts/${key}`).send(input).expect(200);
    interrupt(app.server.services.media, 'accept', () => unpublish(author, post._id).expect(200));

    await author.agent
      .put(`/api/drafts/${key}`)
      .send({ ...input, version: 1 })
      .expect(200);

    expect(await listDrafts(author)).toMatchObject([{ key, version: 2, isUnpublished: true }]);
  });

  it('removed by an update while the story is unpublished: is replaced by one with the words of the story', async () => {
    const { author, post } = await createStory();
    const key = randomUUID();
    await author.agent.put(`/api/drafts/${key}`).send({ blogTitle: 'x', postId: post._id }).expect(200);
    interrupt(DeletedPostModel, 'replaceOne', () =>
      author.agent
        .put(`/api/post/update-post/${post._id}`)
        .send({ blogTitle: 'Later', blogContent: 'x', draftKey: key })
        .expect(200),
    );

    const { status, body } = await unpublish(author, post._id);

    expect([status, body.draft?.blogTitle, body.draft?.isUnpublished]).toEqual([200, 'Later', true]);
    expect(await listDrafts(author)).toHaveLength(1);
  });

  it('being removed by an update when the story is unpublished: stays', async () => {
    const { author, post } = await createStory();
    const key = randomUUID();
    const { body } = await author.agent.put(`/api/drafts/${key}`).send({ blogTitle: 'x', postId: post._id });
    const remove = DraftModel.findOneAndDelete.bind(DraftModel) as (filter: object) => { lean(): unknown };
    vi.spyOn(DraftModel, 'findOneAndDelete').mockImplementationOnce(((filter: object) => ({
      lean: async () => {
        await unpublish(author, post._id).expect(200);
        return remove(filter).lean();
      },
    })) as never);

    await author.agent
      .put(`/api/post/update-post/${post._id}`)
      .send({ blogTitle: 'y', blogContent: 'z', draftKey: key })
      .expect(200);

    expect(await listDrafts(author)).toEqual([{ ...body.draft, isUnpublished: true }]);
  });

  it('deleted at the same time as the only other draft of an unpublished story: deletes the story', async () => {
    const { author, post, draft } = await createUnpublished();
    const key = randomUUID();
    await author.agent.put(`/api/drafts/${key}`).send({ blogTitle: 'x', postId: post._id }).expect(200);
    interrupt(
      DraftModel,
      'countDocuments',
      () => author.agent.delete(`/api/drafts/${key}`).expect(200),
      true,
    );

    await author.agent.delete(`/api/drafts/${draft.key}`).expect(200);

    expect(await listDeleted(author)).toMatchObject([{ _id: post._id }]);
    expect((await undelete(author, post._id)).status).toBe(200);
  });
});
