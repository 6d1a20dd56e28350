import { describe, expect, it } from 'vitest';
import { hasText } from './transfer.ts';

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

/** The part of clipboard data that `hasText` reads. */
function buildData(files: File[], text: string, html = ''): DataTransfer {
  const getData = (type: string) => ({ 'text/plain': text, 'text/html': html })[type] ?? '';
  return { files, getData } as unknown as DataTransfer;
}

describe('hasText', () => {
  it('of files copied in Finder, with their names as text: is false', () => {
    const files = [photo('घाट.jpg'), photo('café.jpg')];

    expect(hasText(buildData(files.slice(0, 1), 'घाट.jpg'))).toBe(false);
    expect(hasText(buildData(files, 'घाट.jpg\rcafe\u0301.jpg\r'))).toBe(false);
  });

  it('of a picture copied with text that is not its name: is true', () => {
    expect(hasText(buildData([photo('a.jpg')], 'a.jpg\nभोर'))).toBe(true);
    expect(hasText(buildData([photo('a.jpg')], 'a.jpg', '<p>भोर</p><img src="a.jpg">'))).toBe(true);
    expect(hasText(buildData([], 'a.jpg'))).toBe(true);
  });

  it('of a picture without text: is false', () => {
    expect(hasText(buildData([photo('a.jpg')], ''))).toBe(false);
    expect(hasText(buildData([photo('a.jpg')], ' ', '<img src="a.jpg">'))).toBe(false);
  });
});
