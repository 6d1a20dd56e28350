import { describe, expect, it } from 'vitest';
import { deriveName } from './sign-in.mjs';
import { computeStoryKey, toStory } from './story.mjs';

/** @param {unknown} value */
const parse = (value) => toStory({ line: 7, value });

describe('toStory', () => {
  it('with a web address as picture: omits the picture and counts it', () => {
    const story = parse({
      blogTitle: 'T',
      blogContent: 'c',
      blogImage: 'https://example.com/a.jpg',
      authorId: 'x',
    });

    expect(story).toMatchObject({ leftOutPictures: 1, line: 7 });
    expect(story).toHaveProperty('body', {
      blogTitle: 'T',
      blogContent: 'c',
      clientPostId: expect.stringMatching(/^[\w-]{1,64}$/),
    });
  });

  it('with a data URL as picture: sends it', () => {
    expect(
      parse({ blogTitle: 'T', blogContent: 'c', blogImage: 'data:image/png;base64,AA==' }),
    ).toMatchObject({
      leftOutPictures: 0,
      body: { blogImage: 'data:image/png;base64,AA==' },
    });
  });

  it.each([
    ['blogHtml', '<img src="https://example.com/a.jpg"><img alt="b" src=\'data:image/png;base64,AA==\'>', 2],
    ['blogContent', '<figure><IMG class=wide SRC=//example.com/a.jpg></figure>', 1],
    ['blogHtml', '<img src="/media/Yk3xW8rTq0nB5vLc2ZpH7gQd" alt="a"><p>b</p><img data-src="b.jpg">', 0],
    ['blogContent', 'How to write <img>: with src="https://example.com/a.jpg"', 0],
    ['blogHtml', '<img alt="Delhi > Agra"src="a.jpg"><img/src=b.jpg>', 2],
    ['blogHtml', '<img src="/media/Yk3xW8rTq0nB5vLc2ZpH7gQd" title="the src=a.jpg">', 0],
  ])('with pictures in %s %j: counts those that the server does not have', (field, text, count) => {
    expect(parse({ blogTitle: 'T', [field]: text })).toHaveProperty('leftOutPictures', count);
  });

  it('with a picture in the text beside a web address as picture: counts both', () => {
    const pictures = { blogImage: 'https://example.com/a.jpg', blogHtml: '<p>b</p><img src="b.jpg">' };

    expect(parse({ blogTitle: 'T', blogContent: 'b <img src="b.jpg">', ...pictures })).toHaveProperty(
      'leftOutPictures',
      2,
    );
  });

  it('with visibility, place and day of the visit: sends them as they are', () => {
    const fields = { visibility: 'public', placeId: 'gn-1253405', visitedOn: '2024-02-30' };

    expect(parse({ blogTitle: 'T', blogContent: 'c', ...fields })).toHaveProperty(
      'body',
      expect.objectContaining(fields),
    );
  });

  it('with empty fields, as from a CSV file: leaves them out, and sends only that there is no place', () => {
    const story = { blogTitle: 'T', blogContent: 'c' };

    expect(parse({ ...story, visibility: '', placeId: '', visitedOn: ' ' })).toEqual(parse(story));
    expect(parse({ ...story, visibility: null, visitedOn: null })).toEqual(parse(story));
    expect(parse({ ...story, placeId: null })).toHaveProperty('body.placeId', null);
  });

  it.each(['', ' \n'])('with %j as markup: sends the plain text alone', (blogHtml) => {
    const story = parse({ blogTitle: 'T', blogContent: 'c', blogHtml });

    expect(story).toEqual(parse({ blogTitle: 'T', blogContent: 'c' }));
    expect(story).toHaveProperty('body.blogContent', 'c');
  });

  it.each([
    [[1], 'a story must be an object'],
    ['text', 'a story must be an object'],
    [{ blogTitle: ' ', blogContent: 'c' }, 'blogTitle is missing'],
    [{ blogTitle: 'T' }, 'blogContent is missing'],
    [{ blogTitle: 'T', blogContent: 5 }, 'blogContent must be text'],
  ])('with %j: returns why it is not a story', (value, reason) => {
    expect(parse(value)).toEqual({ line: 7, reason });
  });
});

describe('computeStoryKey', () => {
  it('with different white space, markup and Unicode normalization: is the same for one story', () => {
    const key = computeStoryKey('Café', 'a < b & c\n\nघाट');

    expect(computeStoryKey(' Cafe\u0301 ', '<p>a &lt; b &amp; c</p><p>घाट</p>')).toBe(key);
    expect(computeStoryKey('Café', 'a < b & c\n\nबाट')).not.toBe(key);
  });
});

describe('deriveName', () => {
  it.each([
    ['asha.rao+blog@example.com', 'Asha Rao Blog'],
    ['மீனா@example.com', 'மீனா'],
    ['---@example.com', 'Traveller'],
  ])('with %s: returns %s', (email, name) => {
    expect(deriveName(email)).toBe(name);
  });
});
