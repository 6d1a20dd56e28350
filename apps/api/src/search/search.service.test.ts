import { describe, expect, it } from 'vitest';
import { createPlaceService } from '../place/place.service.js';
import { createSearchService } from './search.service.js';
import { createStoryIndex } from './story-index.js';

describe('createSearchService', () => {
  it('while the index is still loading: responds with places, also those of an author, without waiting for the complete index', async () => {
    const index = createStoryIndex();
    const reader = { current: async () => index, complete: () => new Promise<never>(() => undefined) };
    const forRequest = () => reader;
    const storyIndex = {
      ...reader,
      forRequest,
      load: async () => undefined,
      removeMissing: async () => undefined,
    };
    const places = createPlaceService({ storyIndex });
    const search = createSearchService({
      storyIndex: { ...storyIndex, reconcile: async () => undefined },
      records: { findExisting: async () => new Set() },
      reader: {
        presentFound: async () => [],
        presentByIds: async () => [],
        listTitles: async () => [],
      },
      users: {
        findIdsByNameWord: async () => [],
        findByNameWords: async () => [],
        loadPublicUsers: async () => new Map(),
      },
      places,
    });

    const found = await search.search({ q: 'varanasi' }, 'viewer');
    const suggested = await search.suggest('varanasi', 'viewer');
    const [ofAuthor] = await places.presentByIds([found.places[0]?._id ?? '']);

    expect(found.places[0]).toMatchObject({ name: 'Varanasi', storyCount: 0 });
    expect(suggested.places[0]).toMatchObject({ name: 'Varanasi' });
    expect(ofAuthor).toEqual(found.places[0]);
  });
});
