import { type Draft, type Post, UNDELETE_MS } from '@safarnama/contracts';
import type { TestApp } from './app.js';
import type { SignedIn } from './sign-in.js';

/** A signed-in client. */
export type Agent = Pick<SignedIn, 'agent'>;

export const MINUTE_MS = 60_000;

export const unpublish = ({ agent }: Agent, id: string) => agent.post(`/api/post/${id}/unpublish`);

/** Publishes the draft of an unpublished story, as the web app does. */
export const publish = ({ agent }: Agent, { key, version }: Draft, input: object = {}) =>
  agent.post('/api/post/create-post').send({
    blogTitle: 'घाट',
    blogContent: 'सुबह',
    draftKey: key,
    draftVersion: version,
    clientPostId: key.replaceAll('-', ''),
    ...input,
  });

export const readOwn = async ({ agent }: Agent, id: string): Promise<Post> =>
  (await agent.get(`/api/post/my-posts/${id}`)).body.post;

export async function listDrafts({ agent }: Agent): Promise<Draft[]> {
  return (await agent.get('/api/drafts')).body.drafts;
}

/** Runs the removal of deleted stories at a time when it completes or undoes interrupted moves. */
export const removeExpired = ({ server }: TestApp) =>
  server.services.deletions.removeExpired(new Date(Date.now() + UNDELETE_MS + 2 * MINUTE_MS));
