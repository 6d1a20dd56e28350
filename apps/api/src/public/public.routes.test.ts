import mongoose from 'mongoose';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { buildPicture, toDataUrl } from '../../test/pictures.js';
import { signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { PostModel } from '../post/post.model.js';

useDatabase();
const app = useApp();
const atPublicUrl = useApp({ env: { PUBLIC_URL: 'https://stories.example' } });

const inParts = useApp({ sitemapLengths: { whole: 5, page: 3 } });

const get = (path: string) => app.request().get(path);

/** Creates stories that guests must not see, by the reason. */
async function createHiddenStories() {
  const author = await signIn(app);
  const members = await createPost(author, { blogTitle: 'Only for members' });
  const deleted = await createPost(author, { visibility: 'public' });
  await author.agent.delete(`/api/post/delete-post/${deleted._id}`);
  const unpublished = await createPost(author, { visibility: 'public' });
  await author.agent.post(`/api/post/${unpublished._id}/unpublish`);
  const withdrawn = await createPost(author, { visibility: 'public' });
  await author.agent
    .put(`/api/post/update-post/${withdrawn._id}`)
    .send(buildPostInput({ visibility: 'members' }));
  return { members, deleted, unpublished, withdrawn };
}

describe('GET /api/public/post/:slug', () => {
  it('by a guest: returns a public story without the fields for members', async () => {
    const author = await signIn(app, { fullName: 'आशा वर्मा' });
    const post = await createPost(author, { blogTitle: 'जयपुर की सुबह', visibility: 'public' });

    const response = await get(`/api/public/post/${encodeURIComponent(post.slug)}`);

    const { likedByMe: _liked, bookmarkedByMe: _bookmarked, version: _version, ...expected } = post;
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ post: expected });
    expect(response.text).not.toContain(author.user.email);
  });

  it('by a signed-in user or with the cookie of an ended session: returns the same', async () => {
    const author = await signIn(app);
    const { slug } = await createPost(author, { visibility: 'public' });
    const asMember = await author.agent.get(`/api/public/post/${slug}`);
    await author.agent.post('/api/auth/logout').send({});

    const ended = await get(`/api/public/post/${slug}`).set('Cookie', author.cookie);

    expect([asMember.status, ended.status]).toEqual([200, 200]);
    expect(asMember.body).toEqual(ended.body);
  });

  it('of any other story: responds as for one that never existed', async () => {
    const hidden = await createHiddenStories();
    const never = await get('/api/public/post/never-written');

    for (const { slug } of Object.values(hidden)) {
      const response = await get(`/api/public/post/${slug}`);

      expect(response.status).toBe(404);
      expect({ ...response.body, requestId: '' }).toEqual({ ...never.body, requestId: '' });
    }
  });

  it('of a story that is made public, deleted and restored: responds 200 only while it is public', async () => {
    const author = await signIn(app);
    const { _id, slug } = await createPost(author);
    const status = async () => (await get(`/api/public/post/${slug}`)).status;
    const statuses = [await status()];

    await author.agent.put(`/api/post/update-post/${_id}`).send(buildPostInput({ visibility: 'public' }));
    statuses.push(await status());
    await author.agent.delete(`/api/post/delete-post/${_id}`);
    statuses.push(await status());
    await author.agent.post(`/api/post/${_id}/undelete`);
    statuses.push(await status());

    expect(statuses).toEqual([404, 200, 404, 200]);
  });
});

describe('GET /api/public/posts', () => {
  it('by a guest: lists the public stories newest first, a page at a time', async () => {
    const author = await signIn(app);
    const posts = [];
    for (const visibility of ['public', 'members', 'public', 'public'] as const) {
      posts.push(await createPost(author, { visibility }));
    }
    await createHiddenStories();

    const first = await get('/api/public/posts?limit=2');
    const second = await get(`/api/public/posts?limit=2&cursor=${first.body.nextCursor}`);

    const slugs = [...first.body.posts, ...second.body.posts].map((card: { slug: string }) => card.slug);
    expect(slugs).toEqual([posts[3]?.slug, posts[2]?.slug, posts[0]?.slug]);
    expect(second.body.nextCursor).toBeNull();
    expect(first.body.posts[0]).not.toHaveProperty('likedByMe');
    expect(first.body.posts[0]).not.toHaveProperty('blogHtml');
  });

  it.each(['limit=0', 'cursor=%00', 'limit[$gt]=1'])('with %s: responds 400', async (query) => {
    expect((await get(`/api/public/posts?${query}`)).status).toBe(400);
  });
});

describe('the pictures of a public story', () => {
  async function createIllustrated(visibility: 'public' | 'members') {
    const author = await signIn(app);
    const profilePic = toDataUrl(await buildPicture(300, 300).png().toBuffer());
    const profile = await author.agent.put('/api/auth/update-profile').send({ fullName: 'Ravi', profilePic });
    const blogImage = toDataUrl(await buildPicture(1000, 1400).jpeg().toBuffer());
    const post = await createPost(author, { blogImage, visibility });
    return { author, post, pictures: [post.blogImage, String(profile.body.profilePic)] };
  }
  const statusesOf = (pictures: readonly string[]) =>
    Promise.all(pictures.map(async (url) => (await get(url)).status));

  it('and of its author: are sent to guests, to be revalidated', async () => {
    const { pictures } = await createIllustrated('public');

    for (const url of pictures) {
      const response = await get(url);
      const again = await get(url).set('If-None-Match', String(response.headers.etag));

      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-cache' });
      expect(again.status).toBe(304);
    }
  });

  it('when it is withdrawn, deleted and restored: are sent only while it is public', async () => {
    const { author, post, pictures } = await createIllustrated('public');
    const { _id, blogTitle, blogContent } = post;
    const setVisibility = (visibility: string) =>
      author.agent.put(`/api/post/update-post/${_id}`).send({ blogTitle, blogContent, visibility });
    const statuses = [await statusesOf(pictures)];

    await setVisibility('members');
    statuses.push(await statusesOf(pictures));
    await setVisibility('public');
    statuses.push(await statusesOf(pictures));
    await author.agent.delete(`/api/post/delete-post/${_id}`);
    statuses.push(await statusesOf(pictures));
    await author.agent.post(`/api/post/${_id}/undelete`);
    statuses.push(await statusesOf(pictures));

    expect(statuses).toEqual([
      [200, 200],
      [401, 401],
      [200, 200],
      [401, 401],
      [200, 200],
    ]);
  });

  it('while it is for members: get guests the same response as an unknown picture', async () => {
    const { pictures } = await createIllustrated('members');
    const unknown = await get(`/media/${'a'.repeat(24)}?w=social`);

    for (const url of pictures) {
      const response = await get(`${url}?w=social`);

      expect([response.status, { ...response.body, requestId: '' }]).toEqual([
        401,
        { ...unknown.body, requestId: '' },
      ]);
    }
  });

  it.each([
    ['wide', 1200, 300],
    ['tall', 400, 900],
    ['tiny', 30, 40],
  ])(
    'that is %s, with w=social: is cropped to a JPEG of 1200 x 630 under 300 kB',
    async (_name, width, height) => {
      const author = await signIn(app);
      const noise = Buffer.from(
        Uint32Array.from({ length: width * height }, (_, i) => Math.imul(i, 2_654_435_761)).buffer,
      );
      const picture = sharp(noise, { raw: { width, height, channels: 4 } });
      const blogImage = toDataUrl(await picture.webp({ quality: 95 }).toBuffer());
      const post = await createPost(author, { blogImage, visibility: 'public' });

      const responses = await Promise.all(
        Array.from({ length: 3 }, () => get(`${post.blogImage}?w=social`).responseType('blob')),
      );
      const stored = await get(`${post.blogImage}?w=social`).responseType('blob');

      for (const response of [...responses, stored]) {
        expect(response.status).toBe(200);
        expect(response.headers['content-type']).toBe('image/jpeg');
        expect(Number(response.headers['content-length'])).toBe(response.body.length);
        expect(response.body.equals(stored.body)).toBe(true);
      }
      expect(await sharp(stored.body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      expect(stored.body.length).toBeLessThan(300_000);
    },
  );
});

describe('GET /feed.xml', () => {
  it('has the newest public stories with absolute URLs, escaped', async () => {
    const author = await signIn(app, { fullName: 'Tom & <Jerry>' });
    const post = await createPost(author, { blogTitle: 'Ghats & <b>bells</b>', visibility: 'public' });
    const { members } = await createHiddenStories();

    const response = await atPublicUrl.request().get('/feed.xml');

    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, no-cache',
    });
    expect(response.text).toContain('<title>Ghats &amp; &lt;b&gt;bells&lt;/b&gt;</title>');
    expect(response.text).toContain('<name>Tom &amp; &lt;Jerry&gt;</name>');
    expect(response.text).toContain(`href="https://stories.example/post/${post.slug}"`);
    expect(response.text).not.toContain(members.slug);
    expect(response.text.match(/<entry>/g)).toHaveLength(1);
  });

  it('without PUBLIC_URL: uses the host of the request and is not cached', async () => {
    const response = await get('/feed.xml').set('Host', 'travel.example:8080');

    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.text).toContain('<id>http://travel.example:8080/feed.xml</id>');
  });

  it('with an invalid host: builds no URL from it', async () => {
    const response = await get('/feed.xml').set('Host', 'a"><script>');

    expect(response.text).not.toContain('script');
  });

  it('with more than 50 public stories: has the newest 50', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { visibility: 'public' });
    const stored = await PostModel.findById(post._id).select('-_id').lean();
    await PostModel.insertMany(
      Array.from({ length: 55 }, (_, index) => ({
        ...stored,
        slug: `copy-${index}`,
        clientKey: `copy-${index}`,
      })),
    );

    const { text } = await get('/feed.xml');

    expect(text.match(/<entry>/g)).toHaveLength(50);
  });
});

describe('GET /author/:userId/feed.xml', () => {
  it('has only the public stories of the author', async () => {
    const [author, other] = [await signIn(app), await signIn(app)];
    const post = await createPost(author, { visibility: 'public' });
    await createPost(author);
    await createPost(other, { visibility: 'public' });

    const { text } = await get(`/author/${author.user._id}/feed.xml`);

    expect(text.match(/<entry>/g)).toHaveLength(1);
    expect(text).toContain(post.slug);
  });

  it('of an author without public stories: responds as for an unknown one', async () => {
    const author = await signIn(app);
    await createPost(author);

    const [known, unknown] = [
      await get(`/author/${author.user._id}/feed.xml`),
      await get(`/author/${'a'.repeat(24)}/feed.xml`),
    ];

    expect([known.status, unknown.status]).toEqual([404, 404]);
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });
});

describe('GET /place/:slug/feed.xml', () => {
  it('has the public stories of the place and of the places within it', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogLocation: 'Varanasi', visibility: 'public' });
    await createPost(author, { blogLocation: 'Varanasi' });
    await createPost(author, { blogLocation: 'Jodhpur', visibility: 'public' });

    const [town, state] = [await get('/place/varanasi/feed.xml'), await get('/place/uttar-pradesh/feed.xml')];

    for (const { text } of [town, state]) {
      expect(text.match(/<entry>/g)).toHaveLength(1);
      expect(text).toContain(post.slug);
    }
    expect(town.text).toContain('<title>Varanasi · Safarnama</title>');
  });

  it('of a place without public stories: responds as for an unknown one', async () => {
    await createPost(await signIn(app), { blogLocation: 'Varanasi' });

    const [known, unknown] = [await get('/place/varanasi/feed.xml'), await get('/place/nowhere/feed.xml')];

    expect([known.status, unknown.status]).toEqual([404, 404]);
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });
});

describe('GET /sitemap.xml and /robots.txt', () => {
  it('name the public stories and the sitemap', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { blogTitle: 'जयपुर', visibility: 'public' });
    const { members } = await createHiddenStories();

    const sitemap = await atPublicUrl.request().get('/sitemap.xml');
    const robots = await atPublicUrl.request().get('/robots.txt');

    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(sitemap.text).toContain(
      `<loc>https://stories.example/post/${encodeURIComponent(post.slug)}</loc>`,
    );
    expect(sitemap.text).not.toContain(members.slug);
    expect(robots.text).toContain('Sitemap: https://stories.example/sitemap.xml');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('of a month: has only the stories of that month', async () => {
    const author = await signIn(app);
    const post = await createPost(author, { visibility: 'public' });
    await PostModel.collection.updateOne(
      { slug: post.slug },
      { $set: { createdAt: new Date('2025-02-28T23:59:59.999Z') } },
    );

    const [february, march] = [
      await get('/sitemap.xml?month=2025-02'),
      await get('/sitemap.xml?month=2025-03'),
    ];

    expect(february.text).toContain(post.slug);
    expect(march.text).not.toContain(post.slug);
    expect((await get('/sitemap.xml?month=2025-13')).status).toBe(400);
    for (const page of ['0', '-1', '1.5', 'x', '10000', '']) {
      const { status, body } = await get(`/sitemap.xml?month=2025-02&page=${page}`);
      expect([page, status]).toEqual([page, 400]);
      expect(body.fields).toMatchObject([{ field: 'page', code: 'page_invalid' }]);
    }
  });

  describe('with more stories than fit in one part', () => {
    /** Stores public stories of a month, oldest first: the third to the fifth in the same millisecond. */
    async function storeMonth(authorId: string, month: string, count: number): Promise<string[]> {
      const stories = await storePosts(count, (index) => ({
        authorId,
        createdAt: new Date(`${month}-03T00:00:00.00${index >= 2 && index <= 4 ? 2 : index}Z`),
      }));
      const inStories = mongoose.trusted({ $in: stories.map(({ _id }) => _id) });
      await PostModel.updateMany({ _id: inStories }, { $set: { visibility: 'public' } });
      return stories.map(({ slug }) => slug).reverse();
    }
    const readUrls = async (path: string): Promise<string[]> =>
      [...(await inParts.request().get(path)).text.matchAll(/<loc>([^<]*)<\/loc>/g)]
        .map(([, url = '']) => new URL(url.replaceAll('&amp;', '&')))
        .map(({ pathname, search }) => pathname + search);
    const readSlugs = async (path: string) =>
      (await readUrls(path)).flatMap((url) => /^\/post\/(.+)$/.exec(url)?.[1] ?? []);

    it('is an index of the pages of each month, which have each story once, the oldest first, and are counted once', async () => {
      const { user } = await signIn(inParts);
      const slugs = await storeMonth(user._id, '2025-02', 7);
      await storeMonth(user._id, '2025-04', 2);

      const urls = await readUrls('/sitemap.xml');

      expect(urls.slice(-5)).toEqual([
        '/sitemap.xml?month=2025-04',
        '/sitemap.xml?month=2025-03',
        '/sitemap.xml?month=2025-02',
        '/sitemap.xml?month=2025-02&page=2',
        '/sitemap.xml?month=2025-02&page=3',
      ]);
      const pages = await Promise.all(urls.slice(-3).map(readSlugs));
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat().toSorted()).toEqual(slugs.toSorted());
      expect([pages[0]?.[0], pages[0]?.[1], pages[1]?.[2], pages[2]?.[0]]).toEqual([
        ...slugs.slice(0, 2),
        ...slugs.slice(5),
      ]);
      expect(await readSlugs('/sitemap.xml?month=2025-02&page=1')).toEqual(pages[0]);
      expect(await readSlugs('/sitemap.xml?month=2025-02&page=4')).toEqual([]);
      let counts = 0;
      const count = ({ method }: { method: string }) => {
        if (!method.startsWith('find')) counts += 1;
      };
      mongoose.connection.on('operation-start', count);
      const again = await readUrls('/sitemap.xml');
      mongoose.connection.off('operation-start', count);
      expect([again, counts]).toEqual([urls, 0]);
    });
  });
});
