import { describe, expect, it } from 'vitest';
import { buildNameFields } from './name-search.js';

describe('buildNameFields', () => {
  it('with a repeated and a very long word: stores each word once, truncated', () => {
    const { nameSearch } = buildNameFields(`Asha ASHA ${'ग'.repeat(5_000)}`);

    expect(nameSearch.filter((form) => form.startsWith('='))).toEqual(['=asha', `=${'ग'.repeat(64)}`]);
  });
});
