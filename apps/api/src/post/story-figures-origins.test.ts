import { randomUUID } from 'node:crypto';
import { byteLength, LIMITS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { uploadPicture } from '../../test/upload-picture.js';
import { PostModel } from './post.model.js';

const API = 'https://api.safarnama.example';
const WEB = 'https://safarnama.example';

useDatabase();
const app = useApp({ env: { PUBLIC_URL: API, WEB_ORIGINS: WEB } });

/** Signs in over http, over which clients do not send the `Secure` cookie by themselves. */
async function signInOverHttp() {
  const user = await signIn(app);
  user.agent.set('Cookie', user.cookie);
  return user;
}

const figure = (src: string) => `<figure><img src="${src}" alt="" width="4" height="3"></figure>`;

describe('pictures in the text with WEB_ORIGINS', () => {
  it.each([
    ['that is relative', ''],
    ["with the API's origin", API],
    ["with the web app's origin", WEB],
  ])('with an address %s: are accepted, and returned with an absolute address', async (_name, origin) => {
    const author = await signInOverHttp();
    const key = await uploadPicture(app, author);
    const url = `${API}/media/${key}`;

    const draft = await author.agent
      .put(`/api/drafts/${randomUUID()}`)
      .send({ blogHtml: figure(`${origin}/media/${key}`) });
    const post = await createPost(author, {
      blogHtml: `<p>a</p>${figure(`${origin}/media/${key}`)}`,
      blogImage: `${origin}/media/${key}`,
    });
    const revision = await author.agent.get(`/api/post/${post._id}/revisions/1`);

    const shown = { blogHtml: `<p>a</p>${figure(url)}`, blogImage: url, pictures: [{ key, url }] };
    expect(draft.body.draft.blogHtml).toBe(figure(url));
    expect(post).toMatchObject(shown);
    expect(revision.body.revision).toMatchObject(shown);
    expect(await PostModel.findById(post._id).lean()).toMatchObject({
      blogHtml: `<p>a</p>${figure(`/media/${key}`)}`,
      blogImage: null,
    });
  });

  it('in a story of the maximum size: can be sent back as they are returned', async () => {
    const author = await signInOverHttp();
    const picture = figure(`/media/${await uploadPicture(app, author)}`);
    const room = LIMITS.postContentBytes - byteLength(`<p></p>${picture}`);
    const post = await createPost(author, { blogHtml: `<p>${'x'.repeat(room)}</p>${picture}` });
    const { blogTitle, blogHtml } = post;
    const update = (html: string) =>
      author.agent.put(`/api/post/update-post/${post._id}`).send({ blogTitle: 'b', blogHtml: html });

    const updated = await update(blogHtml);
    const draft = await author.agent.put(`/api/drafts/${randomUUID()}`).send({ blogTitle, blogHtml });
    const longer = await update(blogHtml.replace('<p>', '<p>x'));

    expect([updated.status, updated.body.post?.blogHtml]).toEqual([200, blogHtml]);
    expect([draft.status, draft.body.draft?.blogHtml]).toEqual([200, blogHtml]);
    expect([longer.status, longer.body.fields?.[0]?.code]).toEqual([400, 'content_too_long']);
  });

  it('with an address of another origin: are removed', async () => {
    const author = await signInOverHttp();
    const key = await uploadPicture(app, author);

    const post = await createPost(author, {
      blogHtml: `<p>a</p>${figure(`${API}.example/media/${key}`)}${figure(`//safarnama.example/media/${key}`)}`,
    });

    expect(post).toMatchObject({ blogHtml: '<p>a</p>', pictures: [] });
  });
});
