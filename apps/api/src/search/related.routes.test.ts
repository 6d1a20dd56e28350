import { LIMITS, type RelatedCard } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';

useDatabase();
const app = useApp();

async function listRelated({ agent }: SignedIn, postId: string): Promise<RelatedCard[]> {
  return (await agent.get(`/api/post/${postId}/related`).expect(200)).body.posts;
}

const titles = (cards: readonly RelatedCard[]) => cards.map(({ blogTitle }) => blogTitle);

/** Creates a story that has nothing in common with others except what `overrides` contains. */
function createStory(author: SignedIn, blogTitle: string, overrides: object = {}) {
  return createPost(author, { blogTitle, blogContent: `${blogTitle}.`, blogLocation: '', ...overrides });
}

describe('GET /api/post/:id/related', () => {
  it('with stories of the author and with the same words: lists them in this order, as cards', async () => {
    const [asha, ravi, meera] = [await signIn(app), await signIn(app), await signIn(app)];
    const story = await createStory(asha, 'Lanterns', {
      blogContent: 'The weavers of the loom lane sing until the lanterns are lit.',
    });
    await createStory(meera, 'Nothing alike');
    await createStory(ravi, 'Weavers elsewhere', { blogContent: 'Other weavers, another loom.' });
    await createStory(asha, 'By the author');

    const related = await listRelated(ravi, story._id);

    expect(titles(related)).toEqual(['By the author', 'Weavers elsewhere']);
    expect(related[0]).toMatchObject({ likedByMe: false, excerpt: expect.any(String) });
    expect(related[0]).not.toHaveProperty('blogContent');
    expect(related.map(({ relation }) => relation)).toEqual(['author', 'similar']);
  });

  it('of a state: lists a story of a town in it as one of the place', async () => {
    const [asha, ravi] = [await signIn(app), await signIn(app)];
    const story = await createStory(asha, 'Plains', { placeId: 'sf-state-up' });
    await createStory(ravi, 'Ghats', { placeId: 'gn-1253405' });

    const [ghats] = await listRelated(asha, story._id);

    expect(ghats).toMatchObject({ blogTitle: 'Ghats', relation: 'place' });
  });

  it('with many stories: lists at most six, each once, without the story itself', async () => {
    const asha = await signIn(app);
    const story = await createStory(asha, 'One', { blogLocation: 'Varanasi' });
    for (let number = 0; number < 9; number += 1) {
      await createStory(asha, `Part ${number}`, { blogLocation: 'Varanasi' });
    }

    const ids = (await listRelated(asha, story._id)).map(({ _id }) => _id);

    expect(ids).toHaveLength(LIMITS.relatedPosts);
    expect(new Set(ids).size).toBe(LIMITS.relatedPosts);
    expect(ids).not.toContain(story._id);
  });

  it('with a deleted and an unpublished story: leaves them out, and lists a restored one', async () => {
    const asha = await signIn(app);
    const story = await createStory(asha, 'One');
    const deleted = await createStory(asha, 'Deleted');
    const unpublished = await createStory(asha, 'Unpublished');
    expect(titles(await listRelated(asha, story._id)).sort()).toEqual(['Deleted', 'Unpublished']);

    await asha.agent.delete(`/api/post/delete-post/${deleted._id}`).expect(200);
    await asha.agent.post(`/api/post/${unpublished._id}/unpublish`).expect(200);
    expect(await listRelated(asha, story._id)).toEqual([]);
    await asha.agent.post(`/api/post/${deleted._id}/undelete`).expect(200);

    expect(titles(await listRelated(asha, story._id))).toEqual(['Deleted']);
  });

  it('of a deleted or unknown story: responds 404; with a malformed id: 400; without a session: 401', async () => {
    const asha = await signIn(app);
    const story = await createStory(asha, 'One');
    await asha.agent.delete(`/api/post/delete-post/${story._id}`).expect(200);

    for (const id of [story._id, '0'.repeat(24)]) {
      const response = await asha.agent.get(`/api/post/${id}/related`);
      expect([response.status, response.body.message]).toEqual([404, 'Post not found']);
    }
    await asha.agent.get('/api/post/12/related').expect(400);
    await app.request().get(`/api/post/${story._id}/related`).expect(401);
  });
});
