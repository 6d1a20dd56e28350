import { describe, expect, it } from 'vitest';
import { mockResponse } from '../testing/server.ts';
import { list } from './draft.api.ts';

describe('list', () => {
  it.each([
    ['without a cursor, as of an older server', undefined],
    ['with the cursor that was sent', 'next'],
  ])('with a page %s: ends', async (_page, repeated) => {
    const requests = mockResponse('get', '/api/drafts', ({ url }) => ({
      drafts: [],
      nextCursor: url.searchParams.has('cursor') ? repeated : 'next',
    }));

    expect(await list()).toEqual([]);

    expect(requests).toHaveLength(2);
  });
});
