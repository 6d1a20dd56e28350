import type {
  Comment,
  Draft,
  DraftInput,
  Message,
  MessageInput,
  Post,
  PostInput,
  SignupInput,
} from '@safarnama/contracts';
import type supertest from 'supertest';

/** A client with a session. */
interface Client {
  agent: ReturnType<typeof supertest.agent>;
}

let counter = 0;

/** Returns a number that is unique within the test file. */
function nextNumber(): number {
  counter += 1;
  return counter;
}

export function buildSignup(overrides: Partial<SignupInput> = {}): SignupInput {
  const n = nextNumber();
  return {
    fullName: `मीरा Iyer ${n}`,
    email: `meera.${n}@example.com`,
    password: 'monsoon-kochi-7',
    ...overrides,
  };
}

export function buildPostInput(overrides: Partial<PostInput> = {}): PostInput {
  return {
    blogTitle: `Ghats at dawn ${nextNumber()}`,
    blogContent: 'The first boats left before the sun.\n\nBells, smoke, marigolds.',
    blogImage: '',
    blogLocation: 'Varanasi',
    ...overrides,
  };
}

export function buildMessageInput(overrides: Partial<MessageInput> = {}): MessageInput {
  return { text: `वहाँ कैसे पहुँचे? ${nextNumber()}`, image: '', ...overrides };
}

/** A valid orange PNG of 4 x 3 pixels as a data URL. */
export const PNG_DATA_URL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12N4MU0DjhhwcgCK8hPJV6l54AAAAABJRU5ErkJggg==';

/** Stores a story through the API. */
export async function createPost({ agent }: Client, overrides: Partial<PostInput> = {}): Promise<Post> {
  const response = await agent.post('/api/post/create-post').send(buildPostInput(overrides));
  if (response.status !== 201) throw new Error(`create-post responded ${response.status}: ${response.text}`);
  return response.body.post;
}

/** Updates a story through the API. */
export async function updatePost({ agent }: Client, id: string, input: Partial<PostInput>): Promise<Post> {
  const response = await agent.put(`/api/post/update-post/${id}`).send(buildPostInput(input));
  if (response.status !== 200) throw new Error(`update-post responded ${response.status}: ${response.text}`);
  return response.body.post;
}

/** Creates or changes a draft through the API. */
export async function saveDraft({ agent }: Client, key: string, input: Partial<DraftInput>): Promise<Draft> {
  const response = await agent.put(`/api/drafts/${key}`).send(input);
  if (response.status !== 200) throw new Error(`drafts responded ${response.status}: ${response.text}`);
  return response.body.draft;
}

/** Stores a message through the API. */
export async function sendMessage(
  { agent }: Client,
  receiverId: string,
  overrides: Partial<MessageInput> = {},
): Promise<Message> {
  const response = await agent.post(`/api/message/send/${receiverId}`).send(buildMessageInput(overrides));
  if (response.status !== 201) throw new Error(`send responded ${response.status}: ${response.text}`);
  return response.body;
}

/** Stores a comment through the API. */
export async function createComment({ agent }: Client, postId: string, text: string): Promise<Comment> {
  const response = await agent.post(`/api/post/${postId}/comments`).send({ text });
  if (response.status !== 201) throw new Error(`comment responded ${response.status}: ${response.text}`);
  return response.body.comment;
}
