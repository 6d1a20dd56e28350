import { randomUUID } from 'node:crypto';
import { LIMITS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { buildPostInput, createPost } from '../../test/factories.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';

useDatabase();
const app = useApp();

const SVG = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;
const UNKNOWN_PLACE = 'gn-999999999';

const CALLS = ['create-post', 'update-post', 'update-post of a missing story', 'a draft'] as const;

describe('the error of an invalid story', () => {
  async function send(call: (typeof CALLS)[number], input: object) {
    const author = await signIn(app);
    const { agent } = author;
    if (call === 'create-post') return agent.post('/api/post/create-post').send(input);
    if (call === 'a draft') return agent.put(`/api/drafts/${randomUUID()}`).send(input);
    const id = call === 'update-post' ? (await createPost(author))._id : 'a'.repeat(24);
    return agent.put(`/api/post/update-post/${id}`).send(input);
  }

  it.each(CALLS)(
    '%s with fields that its schema and others that its service rejects: lists all',
    async (call) => {
      const response = await send(call, {
        ...buildPostInput({ blogTitle: 'x'.repeat(LIMITS.postTitle + 1), blogImage: SVG }),
        placeId: UNKNOWN_PLACE,
      });

      expect(response.status).toBe(400);
      expect(response.body.message).toBe('Title must be at most 200 characters');
      expect(response.body.fields).toEqual([
        { field: 'blogTitle', code: 'title_too_long', message: 'Title must be at most 200 characters' },
        { field: 'placeId', code: 'place_unknown', message: 'This place is not in our list' },
        { field: 'blogImage', code: 'picture_svg', message: expect.stringContaining('SVG') },
      ]);
    },
  );

  it.each(CALLS)('%s with fields that only its service rejects: lists all', async (call) => {
    const blogHtml = '<p>a <a href="https://example.org">b</a></p>'.repeat(2_000);

    const response = await send(call, {
      ...buildPostInput({ blogHtml, blogImage: SVG }),
      placeId: UNKNOWN_PLACE,
    });

    expect(response.status).toBe(400);
    expect(response.body.fields.map(({ field }: { field: string }) => field)).toEqual([
      'blogHtml',
      'placeId',
      'blogImage',
    ]);
  });
});

describe('the error of an invalid body with a picture', () => {
  it.each([
    [
      'post',
      `/api/message/send/${'a'.repeat(24)}`,
      { text: 'x'.repeat(LIMITS.messageText + 1) },
      'text',
      'image',
    ],
    ['put', '/api/auth/update-profile', { fullName: '' }, 'fullName', 'profilePic'],
  ] as const)('%s %s: lists all fields', async (method, path, body, field, picture) => {
    const { agent } = await signIn(app);

    const response = await agent[method](path).send({ ...body, [picture]: SVG });

    expect(response.status).toBe(400);
    expect(response.body.fields).toMatchObject([{ field }, { field: picture, code: 'picture_svg' }]);
  });

  it('with null for no picture: lists only what the schema rejects', async () => {
    const { agent } = await signIn(app);

    const response = await agent
      .post('/api/post/create-post')
      .send({ blogTitle: '', blogContent: 'x', blogImage: null });

    expect(response.body.fields).toMatchObject([{ field: 'blogTitle' }]);
  });
});
