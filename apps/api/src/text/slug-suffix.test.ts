import { describe, expect, it } from 'vitest';
import { appendRandomSuffix } from './slug-suffix.js';

describe('appendRandomSuffix', () => {
  it('called 1,000 times: appends five letters or digits that rarely repeat', () => {
    const slugs = new Set(Array.from({ length: 1000 }, () => appendRandomSuffix('जयपुर')));

    expect(slugs.size).toBeGreaterThan(990);
    for (const slug of slugs) expect(slug).toMatch(/^जयपुर-[a-km-np-z2-9]{5}$/);
  });
});
