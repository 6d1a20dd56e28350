import { randomUUID } from 'node:crypto';
import { cardSchema, LIKE_BASE, type Post, postSchema } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { buildPostInput, createComment, createPost, PNG_DATA_URL, saveDraft } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { DraftModel } from '../draft/draft.model.js';
import { whenBackgroundTasksEnd } from '../lib/background.js';
import { BlobModel, MediaModel } from '../media/media.model.js';
import { CommentModel } from './comment.model.js';
import { PostModel } from './post.model.js';
import { BookmarkModel, LikeModel } from './reaction.model.js';

useDatabase();
const app = useApp();

const CREATE = '/api/post/create-post';
const REQUIRED = 'Title and content are required.';
const UNKNOWN_ID = '0123456789abcdef01234567';

const create = ({ agent }: Pick<SignedIn, 'agent'>, input: object) => agent.post(CREATE).send(input);
const update = ({ agent }: Pick<SignedIn, 'agent'>, id: string, input: object) =>
  agent.put(`/api/post/update-post/${id}`).send(input);
/** A time at which deleted stories can no longer be restored. */
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000);
const findStored = (id: string) => PostModel.findById(id).lean();

describe('POST /api/post/create-post', () => {
  it('with plain text: responds 201 with the story and a paragraph for each block', async () => {
    const author = await signIn(app);

    const response = await create(author, {
      blogTitle: '  जयपुर की सुबह ',
      blogContent: ' पहली चाय & धूप।\r\nदूसरी पंक्ति\r\n\r\nA\u00a0second block ',
      blogImage: '',
      blogLocation: ' Jaipur ',
    });

    expect(response.status).toBe(201);
    const post = z.parse(postSchema, response.body.post);
    expect(post).toMatchObject({
      blogTitle: 'जयपुर की सुबह',
      blogContent: 'पहली चाय & धूप।\nदूसरी पंक्ति\n\nA second block',
      blogHtml: '<p>पहली चाय &amp; धूप।<br />दूसरी पंक्ति</p><p>A second block</p>',
      blogImage: '',
      blogImageAlt: '',
      blogImageMeta: null,
      blogLocation: 'Jaipur',
      landscape: 'city',
      slug: 'जयपुर-की-सुबह',
      authorId: { _id: author.user._id, fullName: author.user.fullName, profilePic: '' },
      likeCount: LIKE_BASE,
      likedByMe: false,
      bookmarkedByMe: false,
      commentCount: 0,
      readMinutes: 1,
    });
    expect(response.body.card.landscape).toBe('city');
    expect(Object.keys(response.body.post.authorId)).not.toContain('email');
    expect(await findStored(post._id)).toMatchObject({
      blogContent: post.blogContent,
      slug: post.slug,
      likes: 0,
    });
  });

  it('with markup in blogContent: stores it sanitized and as plain text', async () => {
    const author = await signIn(app);

    const post = await createPost(author, {
      blogContent: '<h1>Hampi</h1><p>Boulders <b>glow</b><script>alert(1)</script></p>',
    });

    expect(post.blogHtml).toBe('<h2>Hampi</h2><p>Boulders <strong>glow</strong></p>');
    expect(post.blogContent).toBe('Hampi\n\nBoulders glow');
  });

  it('with blogHtml: derives blogContent from it and ignores the sent one', async () => {
    const author = await signIn(app);

    const post = await createPost(author, {
      blogContent: 'something else',
      blogHtml:
        '<p>Chai&nbsp;at&nbsp;six</p><ol><li data-list="bullet">one</li><li data-list="bullet">two</li></ol>',
    });

    expect(post.blogHtml).toBe('<p>Chai at six</p><ul><li>one</li><li>two</li></ul>');
    expect(post.blogContent).toBe('Chai at six\n\none\ntwo');
  });

  it.each(['5 < 6', 'if (a<b && b>c) <3', '<p>never closed'])('with %s: keeps it as text', async (text) => {
    const author = await signIn(app);

    const post = await createPost(author, { blogContent: text });

    expect(post.blogContent).toBe(text);
    expect(post.blogHtml).toBe(
      `<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`,
    );
  });

  it.each([
    ['no title', { blogTitle: undefined }],
    ['a blank title', { blogTitle: ' \u200b\u00a0' }],
    ['no content', { blogContent: undefined }],
    ['blank content', { blogContent: '\n\t ' }],
    ['markup without words', { blogContent: '<p>&nbsp;</p><p><br></p>' }],
    ['nothing but a script', { blogContent: '<script>alert(1)</script>' }],
    ['blogHtml without words', { blogHtml: '<p><br></p><ul><li>\u200d</li></ul>' }],
    ['nothing at all', { blogTitle: undefined, blogContent: undefined }],
  ])('with %s: responds 400 and stores nothing', async (_name, overrides) => {
    const author = await signIn(app);

    const response = await create(author, { ...buildPostInput(), ...overrides });

    expect(response.status).toBe(400);
    expect(response.body.message).toBe(REQUIRED);
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it.each([
    ['a title of 201 characters', { blogTitle: 'क'.repeat(201) }, 'blogTitle'],
    ['a location of 121 characters', { blogLocation: 'x'.repeat(121) }, 'blogLocation'],
    ['an alternative text of 301 characters', { blogImageAlt: 'x'.repeat(301) }, 'blogImageAlt'],
    ['100,001 bytes of text', { blogContent: 'x'.repeat(100_001) }, 'blogContent'],
    ['100,002 bytes of Devanagari', { blogContent: 'क'.repeat(33_334) }, 'blogContent'],
    ['100,001 bytes of markup', { blogHtml: `<p>${'x'.repeat(99_994)}</p>` }, 'blogHtml'],
    ['a number as its title', { blogTitle: 7 }, 'blogTitle'],
    ['an object as its text', { blogContent: { $gt: '' } }, 'blogContent'],
    ['a list as its location', { blogLocation: ['Goa'] }, 'blogLocation'],
    ['a broken clientPostId', { clientPostId: 'a b' }, 'clientPostId'],
    ['a draftKey that is not a UUID', { draftKey: 'mine' }, 'draftKey'],
  ])('with %s: responds 400, names the field, stores nothing', async (_name, overrides, field) => {
    const author = await signIn(app);

    const response = await create(author, { ...buildPostInput(), ...overrides });

    expect(response.status).toBe(400);
    expect(response.body.fields).toContainEqual(expect.objectContaining({ field }));
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it.each([
    [
      'a link around 4,000 paragraphs',
      `<a href="https://example.org/${'a'.repeat(150)}">${'<p>x'.repeat(4_000)}</a>`,
    ],
    ['2,000 short links', '<p>a <a href="https://example.org">b</a></p>'.repeat(2_000)],
  ])('with %s, which grow when sanitized: responds 400 and stores nothing', async (_name, blogHtml) => {
    const author = await signIn(app);

    const response = await create(author, { ...buildPostInput(), blogHtml });

    expect([response.status, response.body.fields?.[0]?.code]).toEqual([400, 'content_too_long']);
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it('with plain text full of what looks like origins of pictures: responds 400', async () => {
    const author = await signIn(app);
    const blogContent = ' src="https://safarnama.example/media/'.repeat(3_000);

    const response = await create(author, { ...buildPostInput(), blogContent });

    expect([response.status, response.body.fields?.[0]?.code]).toEqual([400, 'content_too_long']);
  });

  it('with plain text whose markup is more than twice as long: responds 400', async () => {
    const author = await signIn(app);

    const response = await create(author, buildPostInput({ blogContent: '&'.repeat(50_000) }));

    expect([response.status, response.body.fields]).toMatchObject([400, [{ field: 'blogContent' }]]);
  });

  it('with markup at its limit: stores what can be sent back', async () => {
    const author = await signIn(app);
    const link = '<a href="https://example.org/" rel="noopener nofollow ugc" target="_blank">b</a>';
    const blogHtml = `<p>${link.repeat(1_000)}${'x'.repeat(99_993 - 1_000 * link.length)}</p>`;
    const post = await createPost(author, { blogHtml });

    const { status, body } = await author.agent
      .put(`/api/post/update-post/${post._id}`)
      .send(buildPostInput({ blogHtml: post.blogHtml.replace('xx', 'xy') }));

    expect([status, body.post?.version]).toEqual([200, 2]);
  });

  it('with title, location and text at their limits: responds 201', async () => {
    const author = await signIn(app);

    const post = await createPost(author, {
      blogTitle: '🎊'.repeat(200),
      blogLocation: 'क'.repeat(120),
      blogContent: `${'क'.repeat(33_333)}x`,
    });

    expect(post.slug).toBe('story');
    expect(post.blogContent).toHaveLength(33_334);
  });

  it('with read-only fields: ignores them', async () => {
    const author = await signIn(app);
    const other = await signIn(app);
    const input = {
      ...buildPostInput(),
      _id: UNKNOWN_ID,
      slug: 'mine',
      likes: 99,
      likeCount: 99,
      comments: 5,
    };

    const response = await create(author, {
      ...input,
      authorId: other.user._id,
      createdAt: '2001-01-01T00:00:00.000Z',
      searchWords: 'AAAA',
    });

    const { post } = response.body;
    expect(post).toMatchObject({ likeCount: LIKE_BASE, commentCount: 0, authorId: { _id: author.user._id } });
    expect(post._id).not.toBe(UNKNOWN_ID);
    expect(post.slug).not.toBe('mine');
    expect(post.createdAt > '2025').toBe(true);
  });

  it('without a session: responds 401 and stores nothing', async () => {
    const response = await create({ agent: app.agent() }, buildPostInput());

    expect(response.status).toBe(401);
    expect(response.body.message).toBe('Not Authenticated.');
    expect(await PostModel.countDocuments()).toBe(0);
  });

  it('with a known clientPostId: responds 200 with the stored story and deletes the draft', async () => {
    const author = await signIn(app);
    const input = buildPostInput({ clientPostId: randomUUID(), draftKey: randomUUID() });
    const first = await create(author, { ...input, draftKey: undefined });
    await saveDraft(author, String(input.draftKey), { blogTitle: 'left behind' });

    const again = await create(author, { ...input, blogTitle: 'Another title' });

    expect(first.status).toBe(201);
    expect(again.status).toBe(200);
    expect(again.body.post).toEqual(first.body.post);
    expect(await PostModel.countDocuments()).toBe(1);
    expect(await DraftModel.countDocuments()).toBe(0);
  });

  it('with the clientPostId of another user: stores a separate story', async () => {
    const [author, otherAuthor] = [await signIn(app), await signIn(app)];
    const clientPostId = randomUUID();

    const first = await create(author, buildPostInput({ clientPostId }));
    const second = await create(otherAuthor, buildPostInput({ clientPostId }));

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.post._id).not.toBe(first.body.post._id);
  });

  it('20 times concurrently with one clientPostId, from a draft with a picture: stores one story with the picture', async () => {
    const author = await signIn(app);
    const draftKey = randomUUID();
    const { blogImage } = await saveDraft(author, draftKey, { blogTitle: 'Dawn', blogImage: PNG_DATA_URL });
    const input = buildPostInput({ clientPostId: randomUUID(), draftKey, blogImage });

    const responses = await Promise.all(Array.from({ length: 20 }, () => create(author, input)));

    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    const [first] = responses;
    for (const { body } of responses) expect(body.post).toEqual(first?.body.post);
    expect(await PostModel.countDocuments()).toBe(1);
    expect(await DraftModel.countDocuments()).toBe(0);
    const picture = await author.agent.get(first?.body.post.blogImage);
    expect(picture.status).toBe(200);
    expect(await MediaModel.countDocuments()).toBe(1);
  });

  it('50 times concurrently with one title: gives each story its own slug', async () => {
    const author = await signIn(app);

    const posts = await Promise.all(
      Array.from({ length: 50 }, () => createPost(author, { blogTitle: 'वाराणसी की गलियाँ' })),
    );

    const slugs = new Set(posts.map(({ slug }) => slug));
    expect(slugs.size).toBe(50);
    expect(slugs).toContain('वाराणसी-की-गलियाँ');
    for (const slug of slugs) expect(slug).toMatch(/^वाराणसी-की-गलियाँ(-[a-z2-9]{5})?$/);
    expect(new Set(await PostModel.distinct('slug'))).toEqual(slugs);
  });

  it("with another user's draft: keeps the draft", async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const draftKey = randomUUID();
    await saveDraft(other, draftKey, { blogTitle: 'not yours' });

    const response = await create(author, buildPostInput({ draftKey }));

    expect(response.status).toBe(201);
    expect(await DraftModel.countDocuments()).toBe(1);
  });
});

describe('the picture of a story', () => {
  it('sent as a data URL: is served to every signed-in user, with the size of the original', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];

    const post = await createPost(author, { blogImage: PNG_DATA_URL, blogImageAlt: 'सूर्योदय' });

    expect(post.blogImage).toMatch(/^\/media\/[\w-]{24}$/);
    expect(post).toMatchObject({ blogImageAlt: 'सूर्योदय', blogImageMeta: { width: 4, height: 3 } });
    expect(post.blogImageMeta?.thumbhash).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const picture = await reader.agent.get(post.blogImage);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await app.request().get(post.blogImage)).status).toBe(401);
  });

  it.each(['the stored URL', 'nothing'])('on update with %s: stays', async (sent) => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL, blogImageAlt: 'a boat' });
    const { blogImage: _, ...rest } = buildPostInput();

    const response = await update(
      author,
      post._id,
      sent === 'nothing' ? rest : { ...rest, blogImage: post.blogImage },
    );

    expect(response.body.post).toMatchObject({
      blogImage: post.blogImage,
      blogImageMeta: post.blogImageMeta,
      blogImageAlt: 'a boat',
    });
    expect((await author.agent.get(post.blogImage)).status).toBe(200);
  });

  it('on update with an empty blogImage: is removed', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });

    const response = await update(author, post._id, buildPostInput({ blogImage: '' }));

    expect(response.body.post).toMatchObject({ blogImage: '', blogImageMeta: null });
    expect((await author.agent.get(post.blogImage)).status).toBe(404);
    expect((await findStored(post._id))?.blogImage).toBeNull();
  });

  it('on update with another picture: is replaced, and its old URL responds 404', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });
    const other = toDataUrl(await buildPicture(9, 5, '#224488').png().toBuffer());

    const response = await update(author, post._id, buildPostInput({ blogImage: other }));

    const { blogImage, blogImageMeta } = response.body.post;
    expect(blogImage).not.toBe(post.blogImage);
    expect(blogImageMeta).toMatchObject({ width: 9, height: 5 });
    expect((await author.agent.get(post.blogImage)).status).toBe(404);
    expect((await author.agent.get(blogImage)).status).toBe(200);
  });

  it('replaced during another update that keeps it: the new picture stays', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogImage: PNG_DATA_URL });
    const other = toDataUrl(await buildPicture(6, 6, '#113355').png().toBuffer());

    await Promise.all([
      update(author, post._id, buildPostInput({ blogImage: other })),
      ...Array.from({ length: 6 }, () =>
        update(author, post._id, buildPostInput({ blogImage: post.blogImage })),
      ),
    ]);

    const { body } = await author.agent.get(`/api/post/getpost/${post.slug}`);
    expect(body.post.blogImageMeta).toMatchObject({ width: 6, height: 6 });
    expect((await author.agent.get(body.post.blogImage)).status).toBe(200);
  });

  it.each([
    'https://example.com/a.png',
    'http://127.0.0.1/media/abc',
    '//example.com/a.png',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    '/media/AAAAAAAAAAAAAAAAAAAAAAAA',
    '/media/../../etc/passwd',
    'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    'data:image/png;base64,bm90IGEgcGljdHVyZQ==',
    'data:text/html,<script>alert(1)</script>',
    'x',
  ])('sent as %s: responds 400 and stores nothing', async (blogImage) => {
    const author = await signIn(app);

    const response = await create(author, buildPostInput({ blogImage }));

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_image', fields: [{ field: 'blogImage' }] });
    expect(await PostModel.countDocuments()).toBe(0);
    expect(await MediaModel.countDocuments()).toBe(0);
  });

  it("sent as the URL of another story's picture, even by the same author: responds 400", async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const { blogImage } = await createPost(author, { blogImage: PNG_DATA_URL });
    const plain = await createPost(other);

    const responses = [
      await create(author, buildPostInput({ blogImage })),
      await create(other, buildPostInput({ blogImage })),
      await update(other, plain._id, buildPostInput({ blogImage })),
    ];

    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await findStored(plain._id))?.blogImage).toBeNull();
  });

  it("of the draft that becomes a story: becomes the story's picture, with a new URL", async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const draftKey = randomUUID();
    const draft = await saveDraft(author, draftKey, { blogTitle: 'Dawn', blogImage: PNG_DATA_URL });
    expect((await reader.agent.get(draft.blogImage)).status).toBe(404);

    const post = await createPost(author, { draftKey, blogImage: draft.blogImage });

    expect(post.blogImage).not.toBe(draft.blogImage);
    expect(post.blogImageMeta).toEqual(draft.blogImageMeta);
    expect((await reader.agent.get(post.blogImage)).status).toBe(200);
    expect((await author.agent.get(draft.blogImage)).status).toBe(404);
    expect(await BlobModel.countDocuments()).toBe(1);
  });

  it("of another user's draft: responds 400 and stays with the draft", async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const draftKey = randomUUID();
    const { blogImage } = await saveDraft(other, draftKey, { blogImage: PNG_DATA_URL });

    const response = await create(author, buildPostInput({ draftKey, blogImage }));

    expect(response.status).toBe(400);
    expect((await other.agent.get(blogImage)).status).toBe(200);
  });
});

describe('PUT /api/post/update-post/:id', () => {
  it('by the author: replaces text and location, and keeps slug, author and creation date', async () => {
    const author = await signIn(app);
    const post = await createPost(author);

    const response = await update(author, post._id, {
      blogTitle: 'A new title',
      blogContent: 'New words.',
      blogLocation: 'Kaza',
      blogImage: '',
    });

    expect(response.status).toBe(200);
    const after: Post = z.parse(postSchema, response.body.post);
    expect(after).toEqual({
      ...post,
      blogTitle: 'A new title',
      blogContent: 'New words.',
      blogHtml: '<p>New words.</p>',
      blogLocation: 'Kaza',
      landscape: 'mountains',
      version: 2,
      updatedAt: after.updatedAt,
    });
    expect(after.updatedAt > post.updatedAt).toBe(true);
    expect(await findStored(post._id)).toMatchObject({ excerpt: 'New words.', slug: post.slug });
    const found = await author.agent.get('/api/post/search').query({ q: 'kaza words' });
    expect(found.body.posts).toHaveLength(1);
  });

  it('with the stored blogContent and no blogHtml: keeps the formatting', async () => {
    const author = await signIn(app);
    const blogHtml =
      '<h2>Spiti</h2><ul><li>dry</li><li>high</li></ul><p>5 &lt; 6 <strong>always</strong></p>';
    const post = await createPost(author, { blogContent: '', blogHtml });

    const response = await update(author, post._id, {
      blogTitle: 'Spiti again',
      blogContent: ` ${post.blogContent.replaceAll('\n', '\r\n')} `,
    });

    expect(response.body.post).toMatchObject({ blogHtml, blogContent: post.blogContent });
  });

  it('with another text and no blogHtml: creates new paragraphs', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogContent: '<p><b>a</b></p>' });

    const response = await update(author, post._id, buildPostInput({ blogContent: 'a b' }));

    expect(response.body.post).toMatchObject({ blogHtml: '<p>a b</p>', blogContent: 'a b' });
  });

  it('by another user: responds 403 and keeps the story unchanged', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    await whenBackgroundTasksEnd(); // They unset `notificationPendingSince`.
    const before = await findStored(post._id);
    const other = await signIn(app);

    const response = await update(other, post._id, buildPostInput({ blogTitle: 'Mine now' }));

    expect(response.status).toBe(403);
    expect(await findStored(post._id)).toEqual(before);
  });

  it('without a session: responds 401 and keeps the story unchanged', async () => {
    const post = await createPost(await signIn(app));

    const response = await update({ agent: app.agent() }, post._id, buildPostInput());

    expect(response.status).toBe(401);
    expect(await findStored(post._id)).toMatchObject({ blogTitle: post.blogTitle });
  });

  it('for an unknown story: responds 404', async () => {
    const response = await update(await signIn(app), UNKNOWN_ID, buildPostInput());

    expect([response.status, response.body.message]).toEqual([404, 'Post not found']);
  });

  it('with a malformed id: responds 400', async () => {
    expect((await update(await signIn(app), 'x', buildPostInput())).status).toBe(400);
  });

  it.each([{ blogTitle: ' ' }, { blogContent: '' }, { blogContent: '<p> </p>' }])(
    'with %j: responds 400 and keeps the story unchanged',
    async (overrides) => {
      const author = await signIn(app);
      const post = await createPost(author);

      const response = await update(author, post._id, { ...buildPostInput(), ...overrides });

      expect([response.status, response.body.message]).toEqual([400, REQUIRED]);
      expect(await findStored(post._id)).toMatchObject({
        blogTitle: post.blogTitle,
        blogContent: post.blogContent,
      });
    },
  );

  it('with read-only fields: ignores them', async () => {
    const author = await signIn(app);
    const other = await signIn(app);
    const post = await createPost(author);

    await update(author, post._id, {
      ...buildPostInput(),
      authorId: other.user._id,
      slug: 'stolen',
      likes: 99,
      createdAt: '2001-01-01T00:00:00.000Z',
    });

    const after = await findStored(post._id);
    expect(after).toMatchObject({ slug: post.slug, likes: 0, createdAt: new Date(post.createdAt) });
    expect(after?.authorId.toHexString()).toBe(author.user._id);
  });

  it('with the draft it was written in: deletes the draft and uses its picture', async () => {
    const author = await signIn(app);
    const post = await createPost(author);
    const draftKey = randomUUID();
    const draft = await saveDraft(author, draftKey, { blogImage: PNG_DATA_URL, postId: post._id });

    const response = await update(author, post._id, buildPostInput({ draftKey, blogImage: draft.blogImage }));

    expect(response.status).toBe(200);
    expect((await author.agent.get(response.body.post.blogImage)).status).toBe(200);
    expect(await DraftModel.countDocuments()).toBe(0);
  });
});

describe('the card in the response of create-post and update-post', () => {
  it('after a create, its repeat and an update: equals the card in the list', async () => {
    const author = await signIn(app);
    const input = buildPostInput({ clientPostId: randomUUID() });
    const readListedCard = async () =>
      (await author.agent.get('/api/post/my-posts').query({ view: 'card' })).body.posts[0];

    const created = await create(author, input);
    const repeated = await create(author, input);

    expect([created.status, repeated.status]).toEqual([201, 200]);
    expect(z.parse(cardSchema, created.body.card)).toEqual(await readListedCard());
    expect(repeated.body).toEqual(created.body);

    const updated = await update(
      author,
      created.body.post._id,
      buildPostInput({ blogContent: 'Rain, at last.' }),
    );

    expect(updated.body.card).toMatchObject({ excerpt: 'Rain, at last.', slug: created.body.card.slug });
    expect(updated.body.card).toEqual(await readListedCard());
  });
});

describe('GET /api/post/my-posts/:id', () => {
  const openOwn = ({ agent }: Pick<SignedIn, 'agent'>, id: string) => agent.get(`/api/post/my-posts/${id}`);

  it('by the author: returns the whole story', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogHtml: '<p>Chai <strong>at six</strong></p>' });

    const response = await openOwn(author, post._id.toUpperCase());

    expect([response.status, response.body]).toEqual([200, { post }]);
  });

  it('by another user: responds 403', async () => {
    const post = await createPost(await signIn(app));

    const response = await openOwn(await signIn(app), post._id);

    expect([response.status, response.body.code]).toEqual([403, 'not_the_author_edit']);
    expect(response.body.post).toBeUndefined();
  });

  it('with an unknown id: responds 404, with a malformed one 400, without a session 401', async () => {
    const author = await signIn(app);

    const responses = [
      await openOwn(author, UNKNOWN_ID),
      await openOwn(author, 'x'),
      await openOwn({ agent: app.agent() }, UNKNOWN_ID),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 400, 401]);
    expect(responses[0]?.body.message).toBe('Post not found');
  });
});

describe('DELETE /api/post/delete-post/:id', () => {
  const remove = ({ agent }: Pick<SignedIn, 'agent'>, id: string) =>
    agent.delete(`/api/post/delete-post/${id}`);

  it('by the author: returns its id and hides the story; removeExpired then removes everything that belongs to it', async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author, { blogImage: PNG_DATA_URL });
    const other = await createPost(author);
    for (const { _id } of [post, other]) {
      await reader.agent.put(`/api/post/${_id}/like`);
      await reader.agent.put(`/api/post/${_id}/bookmark`);
      await createComment(reader, _id, 'कितना सुंदर!');
    }

    const response = await remove(author, post._id);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ _id: post._id, message: expect.any(String) });
    expect(await findStored(post._id)).toBeNull();
    expect((await author.agent.get(`/api/post/getpost/${post.slug}`)).status).toBe(404);
    expect((await author.agent.get(post.blogImage)).status).toBe(404);
    await app.server.services.deletions.removeExpired(inAnHour());
    for (const model of [LikeModel, BookmarkModel, CommentModel]) {
      const left = await model.collection.find({}).toArray();
      expect(left.map(({ postId }) => String(postId))).toEqual([other._id]);
    }
    expect((await remove(author, post._id)).status).toBe(404);
  });

  it('by another user: responds 403 and keeps the story', async () => {
    const post = await createPost(await signIn(app));

    const response = await remove(await signIn(app), post._id);

    expect(response.status).toBe(403);
    expect(await findStored(post._id)).not.toBeNull();
  });

  it('without a session: responds 401 and keeps the story', async () => {
    const post = await createPost(await signIn(app));

    expect((await remove({ agent: app.agent() }, post._id)).status).toBe(401);
    expect(await findStored(post._id)).not.toBeNull();
  });

  it('for an unknown story: responds 404, with a malformed id 400', async () => {
    const author = await signIn(app);

    const [missing, malformed] = [await remove(author, UNKNOWN_ID), await remove(author, 'x')];

    expect([missing.status, missing.body.message]).toEqual([404, 'Post not found']);
    expect(malformed.status).toBe(400);
  });
});

describe('GET /api/post/getpost/:slug', () => {
  it('of a story that was stored without a landscape: guesses it', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogLocation: 'Kaza' });
    await PostModel.updateOne({ _id: post._id }, { $unset: { landscape: 1 } });

    const response = await author.agent.get(`/api/post/getpost/${post.slug}`);

    expect(response.body.post.landscape).toBe('mountains');
  });

  const open = ({ agent }: Pick<SignedIn, 'agent'>, slug: string) => agent.get(`/api/post/getpost/${slug}`);

  it.each([
    ['जयपुर की सुबह', 'NFC'],
    ['জ়য়পুর ব্রিজে ভোর', 'NFD'],
    ['கொச்சி காலை', 'NFD'],
    ['Ångström کی شام', 'NFD'],
  ])('with %s, percent-encoded in %s: returns the story', async (blogTitle, form) => {
    const author = await signIn(app);
    const post = await createPost(author, { blogTitle });

    const response = await open(author, encodeURIComponent(post.slug.normalize(form)));

    expect(response.status).toBe(200);
    expect(response.body.post).toEqual(post);
  });

  it("by another user: returns the same story with that user's own reactions", async () => {
    const [author, reader] = [await signIn(app), await signIn(app)];
    const post = await createPost(author);
    await reader.agent.put(`/api/post/${post._id}/like`);
    await reader.agent.put(`/api/post/${post._id}/bookmark`);

    const [readerResponse, authorResponse] = [await open(reader, post.slug), await open(author, post.slug)];

    const expected = { ...post, likeCount: LIKE_BASE + 1, likedByMe: true, bookmarkedByMe: true };
    expect(readerResponse.body.post).toEqual(expected);
    expect(authorResponse.body.post).toEqual({ ...expected, likedByMe: false, bookmarkedByMe: false });
  });

  it('of an author whose account was deleted: returns the story', async () => {
    const reader = await signIn(app);
    const post = await createPost(await signIn(app));
    const deletedUserId = new Types.ObjectId();
    await PostModel.updateOne({ _id: post._id }, { $set: { authorId: deletedUserId } });

    const response = await open(reader, post.slug);

    expect(response.body.post.authorId).toEqual({
      _id: deletedUserId.toHexString(),
      fullName: 'A former member',
      profilePic: '',
    });
  });

  it.each(['nothing-here', encodeURIComponent('नहीं'), '%00', '..%2F..%2Fetc', 'a'.repeat(2000)])(
    'with %s: responds 404',
    async (slug) => {
      const response = await open(await signIn(app), slug);

      expect([response.status, response.body.message]).toEqual([404, 'Post not found']);
    },
  );

  it('with a broken encoding: responds 400', async () => {
    expect((await open(await signIn(app), '%E0%A4')).status).toBe(400);
  });

  it('without a session: responds 401', async () => {
    const post = await createPost(await signIn(app));

    expect((await open({ agent: app.agent() }, encodeURIComponent(post.slug))).status).toBe(401);
  });
});
