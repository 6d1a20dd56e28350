import { randomUUID } from 'node:crypto';
import type { Post, StoryPicture } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { uploadPicture } from '../../test/upload-picture.js';
import { MediaModel } from '../media/media.model.js';
import { PostModel } from './post.model.js';

useDatabase();
const app = useApp();

/** The canonical form of a picture of 4 x 3 pixels. */
const figure = (key: string, { alt = '', caption = '' } = {}) =>
  `<figure><img src="/media/${key}" alt="${alt}" width="4" height="3">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;

const picture = (key: string, { alt = '', caption = '' } = {}): StoryPicture => ({
  key,
  url: `/media/${key}`,
  alt,
  caption,
  width: 4,
  height: 3,
  thumbhash: expect.any(String) as string,
});

const updateUrl = ({ _id }: Pick<Post, '_id'>) => `/api/post/update-post/${_id}`;

async function readPost({ agent }: SignedIn, { slug }: Pick<Post, 'slug'>): Promise<Post> {
  return (await agent.get(`/api/post/getpost/${encodeURIComponent(slug)}`)).body.post;
}

describe('pictures in the text of a story', () => {
  it('on create: are listed in order with their stored size, and their captions are text', async () => {
    const author = await signIn(app);
    const [boats, ghat] = [await uploadPicture(app, author), await uploadPicture(app, author)];
    const blogHtml =
      `<p>भोर</p><figure><img src="/media/${ghat}" alt='"Steps" &amp; घाट' width="9999" height="1" onload="x"></figure>` +
      `<p>Boats</p><figure><img src="/media/${boats}"><figcaption>The <b>first</b><br>boats</figcaption></figure>`;

    const post = await createPost(author, { blogHtml });

    expect(post.blogHtml).toBe(
      `<p>भोर</p>${figure(ghat, { alt: '&quot;Steps&quot; &amp; घाट' })}<p>Boats</p>${figure(boats, { caption: 'The first boats' })}`,
    );
    expect(post.pictures).toEqual([
      picture(ghat, { alt: '"Steps" & घाट' }),
      picture(boats, { caption: 'The first boats' }),
    ]);
    expect(post.blogContent).toBe('भोर\n\nBoats\n\nThe first boats');
    expect(await readPost(author, post)).toEqual(post);
  });

  it('outside a figure: become figures of their own, also in `blogContent`', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const markup = `<p>a<img src="/media/${key}" alt="b">c</p>`;

    for (const input of [{ blogHtml: markup }, { blogContent: markup }]) {
      const post = await createPost(author, input);

      expect(post.blogHtml).toBe(`<p>a</p>${figure(key, { alt: 'b' })}<p>c</p>`);
      expect(post.pictures).toEqual([picture(key, { alt: 'b' })]);
    }
  });

  it('with another URL: are removed, and captions stay as text', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const blogHtml =
      `<p>a<img src="https://example.in/media/${key}"></p>` +
      `<figure><img src="https://example.in/media/${key}"><figcaption>b</figcaption></figure>` +
      `<figure><img src="data:image/png;base64,AAAA"></figure><figure><img src="/media/${key}x"></figure>` +
      `<figure><img src="/media/${'a'.repeat(24)}"></figure><figcaption>c</figcaption>`;

    const post = await createPost(author, { blogHtml });

    expect(post.blogHtml).toBe('<p>a</p><p>b</p><p>c</p>');
    expect(post.pictures).toEqual([]);
  });

  it('of another user: are removed, and stay invisible', async () => {
    const [owner, thief] = [await signIn(app), await signIn(app)];
    const key = await uploadPicture(app, owner);
    const html = `<p>Mine</p>${figure(key)}`;

    const post = await createPost(thief, { blogHtml: html, blogImage: '' });
    const updated = await thief.agent.put(updateUrl(post)).send(buildPostInput({ blogHtml: html }));
    const draft = await thief.agent.put(`/api/drafts/${randomUUID()}`).send({ blogHtml: html });
    const asCard = await thief.agent
      .post('/api/post/create-post')
      .send(buildPostInput({ blogImage: `/media/${key}` }));

    expect([post.blogHtml, updated.body.post.blogHtml, draft.body.draft.blogHtml]).toEqual(
      Array(3).fill('<p>Mine</p>'),
    );
    expect(asCard.status).toBe(400);
    expect((await thief.agent.get(`/media/${key}`)).status).toBe(404);
  });

  it('with the same picture twice: is listed twice', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);

    const post = await createPost(author, { blogHtml: `<p>a</p>${figure(key)}${figure(key)}` });

    expect(post.pictures.map((listed) => listed.key)).toEqual([key, key]);
  });

  it('more than 30: responds 400 naming blogHtml', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const sendWith = (count: number) =>
      author.agent
        .post('/api/post/create-post')
        .send(buildPostInput({ blogHtml: `<p>a</p>${figure(key).repeat(count)}` }));

    const [most, tooMany] = [await sendWith(30), await sendWith(31)];

    expect(most.status).toBe(201);
    expect(tooMany.status).toBe(400);
    expect(tooMany.body).toMatchObject({ code: 'too_many_pictures', fields: [{ field: 'blogHtml' }] });
  });

  it.each([
    ['an alternative text', (text: string) => ({ alt: text }), 'picture_alt_too_long'],
    ['a caption', (text: string) => ({ caption: text }), 'picture_caption_too_long'],
  ])('with %s of more than 300 characters: respond 400 naming blogHtml', async (_name, buildTexts, code) => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const sendWith = (length: number) =>
      author.agent
        .post('/api/post/create-post')
        .send(buildPostInput({ blogHtml: `<p>a</p>${figure(key, buildTexts('🎊'.repeat(length)))}` }));

    const [longest, tooLong] = [await sendWith(300), await sendWith(301)];

    expect(longest.status).toBe(201);
    expect(tooLong.status).toBe(400);
    expect(tooLong.body).toMatchObject({ code, fields: [{ field: 'blogHtml' }] });
  });

  it('without any text: respond 400 as for an empty story, with a caption: 201', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const send = (blogHtml: string) =>
      author.agent.post('/api/post/create-post').send(buildPostInput({ blogHtml }));

    const [alone, captioned] = [
      await send(figure(key, { alt: 'Steps' })),
      await send(figure(key, { caption: 'Steps' })),
    ];

    expect(alone.body).toMatchObject({ code: 'story_required', fields: [{ field: 'blogContent' }] });
    expect(captioned.status).toBe(201);
  });

  it('on update: are replaced; sent back unchanged, with or without their size, they create no version', async () => {
    const author = await signIn(app);
    const [first, second] = [await uploadPicture(app, author), await uploadPicture(app, author)];
    const post = await createPost(author, { blogHtml: `<p>a</p>${figure(first)}` });
    const input = { blogTitle: post.blogTitle, blogLocation: post.blogLocation };

    const same = await author.agent.put(updateUrl(post)).send({ ...input, blogHtml: post.blogHtml });
    const bare = await author.agent
      .put(updateUrl(post))
      .send({ ...input, blogHtml: `<p>a</p><figure><img src="/media/${first}"></figure>` });
    const changed = await author.agent
      .put(updateUrl(post))
      .send({ ...input, blogHtml: `<p>a</p>${figure(second)}` });

    expect([same, bare, changed].map(({ body }) => body.post.version)).toEqual([1, 1, 2]);
    expect(changed.body.post.pictures).toEqual([picture(second)]);
  });

  it('with an update of the plain text alone: stay while the text is unchanged', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const post = await createPost(author, { blogHtml: `<p>a</p>${figure(key, { caption: 'b' })}` });
    const { blogTitle, blogLocation, blogContent, blogImage } = post;

    const response = await author.agent
      .put(updateUrl(post))
      .send({ blogTitle, blogLocation: `${blogLocation}, India`, blogContent, blogImage });

    expect(response.body.post).toMatchObject({
      blogHtml: post.blogHtml,
      pictures: post.pictures,
      version: 2,
    });
  });

  it('in a draft: keep their keys until it is published', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const draftKey = randomUUID();
    const blogHtml = `<p>a</p>${figure(key, { alt: 'b', caption: 'c' })}`;

    const draft = await author.agent.put(`/api/drafts/${draftKey}`).send({ blogHtml });
    const post = await createPost(author, { blogHtml: draft.body.draft.blogHtml, draftKey });

    expect(draft.body.draft.blogHtml).toBe(blogHtml);
    expect(post).toMatchObject({ blogHtml, pictures: [picture(key, { alt: 'b', caption: 'c' })] });
  });
});

describe('the picture of the card of a story with pictures in its text', () => {
  it('without a chosen picture: is the first picture of the text, with its size and alternative text', async () => {
    const author = await signIn(app);
    const [first, second] = [await uploadPicture(app, author), await uploadPicture(app, author)];

    const post = await createPost(author, {
      blogHtml: `<p>a</p>${figure(first, { alt: 'Ghat' })}${figure(second)}`,
    });

    const shown = {
      blogImage: `/media/${first}`,
      blogImageAlt: 'Ghat',
      blogImageMeta: { width: 4, height: 3 },
    };
    const list = await author.agent.get('/api/post/getposts?view=card');
    expect(post).toMatchObject(shown);
    expect(list.body.posts[0]).toMatchObject(shown);
    expect(list.body.posts[0]).not.toHaveProperty('pictures');
    expect(await PostModel.findById(post._id).lean()).toMatchObject({ blogImage: null, blogImageAlt: '' });
  });

  it('sent back: is not stored as the chosen one, and follows the first picture of the text', async () => {
    const author = await signIn(app);
    const [first, second] = [await uploadPicture(app, author), await uploadPicture(app, author)];
    const post = await createPost(author, {
      blogHtml: `<p>a</p>${figure(first, { alt: 'Ghat' })}${figure(second)}`,
    });
    const { blogTitle, blogLocation, blogImage, blogImageAlt } = post;
    const shown = { blogTitle, blogLocation, blogImage, blogImageAlt };

    const same = await author.agent.put(updateUrl(post)).send({ ...shown, blogHtml: post.blogHtml });
    const reordered = await author.agent
      .put(updateUrl(post))
      .send({ ...shown, blogHtml: `<p>a</p>${figure(second, { alt: 'Boat' })}${figure(first)}` });
    const created = await createPost(author, { blogHtml: post.blogHtml, blogImage, blogImageAlt });

    expect(same.body.post.version).toBe(1);
    expect(reordered.body.post).toMatchObject({ blogImage: `/media/${second}`, blogImageAlt: 'Boat' });
    expect(created.blogImage).toBe(blogImage);
    const stored = await PostModel.find().lean();
    expect(stored.map((story) => [story.blogImage, story.blogImageAlt])).toEqual([
      [null, ''],
      [null, ''],
    ]);
  });

  it('sent back after its description in the text has changed: is shown with the new one', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const post = await createPost(author, { blogHtml: `<p>a</p>${figure(key, { alt: 'Ghat' })}` });
    const { blogTitle, blogLocation, blogImage, blogImageAlt } = post;

    const updated = await author.agent.put(updateUrl(post)).send({
      blogTitle,
      blogLocation,
      blogHtml: `<p>a</p>${figure(key, { alt: 'Boats' })}`,
      blogImage,
      blogImageAlt,
    });

    expect(updated.body.post).toMatchObject({ blogImage, blogImageAlt: 'Boats' });
  });

  it('chosen among the other pictures of the text: is shown instead, also after it has left the text', async () => {
    const author = await signIn(app);
    const [first, second] = [await uploadPicture(app, author), await uploadPicture(app, author)];
    const blogHtml = `<p>a</p>${figure(first)}${figure(second)}`;
    const post = await createPost(author, { blogHtml, blogImage: `/media/${second}` });
    const { blogTitle, blogLocation } = post;

    const again = await author.agent
      .put(updateUrl(post))
      .send({ blogTitle, blogLocation, blogHtml, blogImage: `/media/${second}` });
    const without = await author.agent
      .put(updateUrl(post))
      .send({ blogTitle, blogLocation, blogHtml: `<p>a</p>${figure(first)}`, blogImage: post.blogImage });

    expect(post.blogImage).not.toBe(`/media/${first}`);
    expect(again.body.post).toMatchObject({ blogImage: post.blogImage, version: 1 });
    expect(without.body.post).toMatchObject({ blogImage: post.blogImage, version: 2 });
    expect((await author.agent.get(post.blogImage)).status).toBe(200);
  });

  it('sent to a draft: is stored as empty; another picture of the text is copied once', async () => {
    const author = await signIn(app);
    const [first, second] = [await uploadPicture(app, author), await uploadPicture(app, author)];
    const url = `/api/drafts/${randomUUID()}`;
    const blogHtml = `${figure(first)}${figure(second)}`;

    const empty = await author.agent.put(url).send({ blogHtml, blogImage: `/media/${first}` });
    const chosen = await author.agent.put(url).send({ blogHtml, blogImage: `/media/${second}`, version: 1 });
    const again = await author.agent.put(url).send({ blogHtml, blogImage: `/media/${second}`, version: 2 });

    expect(empty.body.draft).toMatchObject({ blogImage: '', blogImageMeta: null });
    expect(chosen.body.draft.blogImageMeta).toMatchObject({ width: 4, height: 3 });
    expect(again.body.draft.blogImage).toBe(chosen.body.draft.blogImage);
  });
});

describe('the draft of an edit of a story with pictures in its text', () => {
  it("with the story's shown picture sent back and another picture first: has no picture of its own", async () => {
    const author = await signIn(app);
    const [first, second] = [await uploadPicture(app, author), await uploadPicture(app, author)];
    const post = await createPost(author, { blogHtml: `<p>a</p>${figure(first)}${figure(second)}` });

    const { body } = await author.agent.put(`/api/drafts/${randomUUID()}`).send({
      blogHtml: `${figure(second)}${figure(first)}`,
      blogImage: post.blogImage,
      postId: post._id,
    });

    expect(body.draft).toMatchObject({ blogImage: '', postId: post._id });
  });
});

describe('revisions of a story with pictures in its text', () => {
  it('after the pictures have left the story: list, serve and restore them', async () => {
    const author = await signIn(app);
    const reader = await signIn(app);
    const key = await uploadPicture(app, author);
    const post = await createPost(author, { blogHtml: `<p>a</p>${figure(key, { alt: 'b', caption: 'c' })}` });
    const { blogTitle, blogLocation } = post;
    await author.agent.put(updateUrl(post)).send({ blogTitle, blogLocation, blogHtml: '<p>d</p>' });

    const former = await author.agent.get(`/api/post/${post._id}/revisions/1`);
    const hidden = await reader.agent.get(`/media/${key}`);
    const restored = await author.agent.post(`/api/post/${post._id}/revisions/1/restore`);

    expect(former.body.revision).toMatchObject({
      blogHtml: post.blogHtml,
      pictures: post.pictures,
      missingPictures: [],
    });
    expect([hidden.status, (await author.agent.get(`/media/${key}`)).status]).toEqual([404, 200]);
    expect(restored.body.post).toMatchObject({
      blogHtml: post.blogHtml,
      pictures: post.pictures,
      version: 3,
    });
    expect((await reader.agent.get(`/media/${key}`)).status).toBe(200);
  });

  it('with a picture that no longer exists: name it as missing, and a restore leaves it out', async () => {
    const author = await signIn(app);
    const [lost, stored] = [await uploadPicture(app, author), await uploadPicture(app, author)];
    const post = await createPost(author, {
      blogHtml: `<p>a</p>${figure(lost, { caption: 'b' })}${figure(stored)}`,
    });
    const { blogTitle, blogLocation } = post;
    await author.agent.put(updateUrl(post)).send({ blogTitle, blogLocation, blogHtml: '<p>d</p>' });
    await MediaModel.deleteOne({ key: lost });

    const { body } = await author.agent.get(`/api/post/${post._id}/revisions/1`);
    const restored = await author.agent.post(`/api/post/${post._id}/revisions/1/restore`);

    expect(body.revision).toMatchObject({ pictures: post.pictures, missingPictures: [lost] });
    expect(restored.body.post).toMatchObject({
      blogHtml: `<p>a</p><p>b</p>${figure(stored)}`,
      pictures: [picture(stored)],
    });
  });

  it('after an update of a story with a lost picture: keep it', async () => {
    const author = await signIn(app);
    const key = await uploadPicture(app, author);
    const post = await createPost(author, { blogHtml: `<p>a</p>${figure(key)}` });
    const { blogTitle, blogLocation } = post;
    await MediaModel.deleteOne({ key });

    const { body } = await author.agent
      .put(updateUrl(post))
      .send({ blogTitle, blogLocation, blogHtml: `<p>b</p>${figure(key)}` });

    expect(body.post).toMatchObject({ version: 2, pictures: post.pictures });
  });
});
