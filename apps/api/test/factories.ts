import type { Comment, Message, MessageInput, Post, PostInput, SignupInput } from '@safarnama/contracts';
import type { SignedIn } from './sign-in.js';

let counter = 0;

/** A number that no other made thing of this file has. */
function next(): number {
  counter += 1;
  return counter;
}

export function buildSignup(overrides: Partial<SignupInput> = {}): SignupInput {
  const n = next();
  return {
    fullName: `मीरा Iyer ${n}`,
    email: `meera.${n}@example.com`,
    password: 'monsoon-kochi-7',
    ...overrides,
  };
}

export function buildPostInput(overrides: Partial<PostInput> = {}): PostInput {
  return {
    blogTitle: `Ghats at dawn ${next()}`,
    blogContent: 'The first boats left before the sun.\n\nBells, smoke, marigolds.',
    blogImage: '',
    blogLocation: 'Varanasi',
    ...overrides,
  };
}

export function buildMessageInput(overrides: Partial<MessageInput> = {}): MessageInput {
  return { text: `वहाँ कैसे पहुँचे? ${next()}`, image: '', ...overrides };
}

/** A marigold PNG of 4 x 3 pixels as a data URL: small, and really decoded. */
export const PNG_DATA_URL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12N4MU0DjhhwcgCK8hPJV6l54AAAAABJRU5ErkJggg==';

/** Stores a story through the API. */
export async function createPost(
  { agent }: Pick<SignedIn, 'agent'>,
  overrides: Partial<PostInput> = {},
): Promise<Post> {
  const response = await agent.post('/api/post/create-post').send(buildPostInput(overrides));
  if (response.status !== 201) throw new Error(`create-post answered ${response.status}: ${response.text}`);
  return response.body.post;
}

/** Stores a message through the API. */
export async function sendMessage(
  { agent }: Pick<SignedIn, 'agent'>,
  receiverId: string,
  overrides: Partial<MessageInput> = {},
): Promise<Message> {
  const response = await agent.post(`/api/message/send/${receiverId}`).send(buildMessageInput(overrides));
  if (response.status !== 201) throw new Error(`send answered ${response.status}: ${response.text}`);
  return response.body;
}

/** Stores a comment through the API. */
export async function createComment(
  { agent }: Pick<SignedIn, 'agent'>,
  postId: string,
  text: string,
): Promise<Comment> {
  const response = await agent.post(`/api/post/${postId}/comments`).send({ text });
  if (response.status !== 201) throw new Error(`comment answered ${response.status}: ${response.text}`);
  return response.body.comment;
}
