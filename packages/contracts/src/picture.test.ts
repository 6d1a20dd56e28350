import { describe, expect, it } from 'vitest';
import { dataUrlBytes } from './picture.js';

describe('dataUrlBytes', () => {
  it('with a data URL: returns the size of its file; with another URL: 0', () => {
    expect(dataUrlBytes('data:image/png;base64,AQID')).toBe(3);
    expect(dataUrlBytes('data:image/png;base64,AQI=')).toBe(2);
    // Without padding.
    expect(dataUrlBytes('data:image/png;base64,AQI')).toBe(2);
    expect(dataUrlBytes('/media/abc')).toBe(0);
  });
});
