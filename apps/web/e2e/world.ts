import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { drawPicture } from './draw-picture.ts';
import { figureHtml, uploadPicture } from './upload-picture.ts';

export const PASSWORD = 'a-long-road-ahead';

/** A word without line break opportunities, close to the maximum length of a title. */
const LONG_TITLE = 'சென்னைதிருவல்லிக்கேணிமயிலாப்பூர்'.repeat(6).slice(0, 190);
const STORY_HTML =
  '<p>The river was grey at five, and the boatman sang <strong>softly</strong>. नाव धीरे चली।</p><h2>नाव वाला</h2><p>He said: <em>come tomorrow</em>. 👩‍👩‍👧‍👦</p><ul><li>চা</li><li>toast</li></ul><blockquote>The road is long.</blockquote><p><a href="https://example.org/">A link</a></p>';

export interface Account {
  _id: string;
  fullName: string;
  email: string;
  /** Cookies for a browser context. */
  storageState: Awaited<ReturnType<APIRequestContext['storageState']>>;
}

/** Two users who have written to each other, and their stories. */
export interface World {
  writer: Account;
  reader: Account;
  /** A story of the writer with a picture, a location and a comment by the reader. */
  story: { _id: string; slug: string; blogTitle: string };
  /** A story of the writer that guests may read. */
  publicStory: { slug: string; blogTitle: string };
  /** A story of the writer with a title without spaces. */
  longStory: { slug: string };
  /** A story of the writer with three pictures in its text, changed once. */
  changedStory: { _id: string; slug: string };
}

/** Signs a user up over HTTP; the client keeps their session. */
export async function signUp(client: APIRequestContext, fullName: string): Promise<Account> {
  const email = `${randomUUID()}@example.org`;
  const user = await send(client, '/api/auth/signup', { fullName, email, password: PASSWORD });
  return { _id: String(user._id), fullName, email, storageState: await client.storageState() };
}

/** Creates the world through the API. */
export async function createWorld(newClient: () => Promise<APIRequestContext>): Promise<World> {
  const [asWriter, asReader] = await Promise.all([newClient(), newClient()]);
  const writer = await signUp(asWriter, 'अनन्या मुखर्जी');
  const reader = await signUp(asReader, 'Kavya Iyer');
  const image = `data:image/jpeg;base64,${(await drawPicture(1200)).toString('base64')}`;
  const { post: publicStory } = await send(asWriter, '/api/post/create-post', {
    blogTitle: `Tea at Munnar ${randomUUID().slice(0, 8)}`,
    blogHtml: STORY_HTML,
    blogImage: image,
    blogImageAlt: 'Hills in the mist',
    blogLocation: 'മൂന്നാർ',
    visibility: 'public',
  });
  const { post: longStory } = await send(asWriter, '/api/post/create-post', {
    blogTitle: LONG_TITLE,
    blogContent: 'রাস্তা দীর্ঘ, চা গরম। '.repeat(30),
    blogLocation: 'ঢাকুরিয়া',
  });
  const { post: story } = await send(asWriter, '/api/post/create-post', {
    blogTitle: `काशी की सुबह ${randomUUID().slice(0, 8)}`,
    blogContent: 'The river was grey at five',
    blogHtml: STORY_HTML,
    blogImage: image,
    blogImageAlt: 'Boats before dawn',
    blogLocation: 'वाराणसी',
  });
  const changedStory = await createChangedStory(asWriter);
  await send(asReader, `/api/post/${story._id}/comments`, { text: 'எந்தப் படித்துறை?' });
  await send(asReader, `/api/message/send/${writer._id}`, {
    text: 'நீங்கள் எந்தப் படித்துறையில் இருந்தீர்கள்? https://example.org/a-very-long-address-without-any-space-in-it',
  });
  await send(asWriter, `/api/message/send/${reader._id}`, { text: 'अस्सी घाट 🌅', image });
  return { writer, reader, story, publicStory, longStory, changedStory };
}

async function createChangedStory(asWriter: APIRequestContext) {
  const urls = await Promise.all([1500, 900, 400].map((width) => uploadPicture(asWriter, width)));
  const [first = '', second = '', third = ''] = urls;
  const text = '<p>Two boats left before dawn, and the river was grey. The boatman was late. '.repeat(4);
  const story = {
    blogTitle: 'Three ghats in one morning',
    blogHtml: `${text}</p>${figureHtml(first, 'Boats', 'भोर में गंगा, with the boats of Assi ghat')}<h2>नाव वाला</h2>${text}</p>${figureHtml(second, 'A ghat')}`,
    blogLocation: 'Varanasi',
  };
  const { post } = await send(asWriter, '/api/post/create-post', story);
  const blogHtml = `${story.blogHtml.replaceAll('Two boats', 'Three large boats')}${figureHtml(third, '', 'চা')}`;
  await asWriter.put(`/api/post/update-post/${post._id}`, {
    data: { ...story, blogHtml, blogLocation: 'वाराणसी' },
  });
  return post;
}

async function send(client: APIRequestContext, url: string, data: object) {
  const response = await client.post(url, { data });
  if (response.status() !== 201) throw new Error(`${url}: ${response.status()} ${await response.text()}`);
  return response.json();
}
