import { describe, expect, it } from 'vitest';
import { splitLinks } from './linkify.ts';

const links = (text: string) =>
  splitLinks(text).flatMap(({ text: shown, href }) => (href ? [[shown, href]] : []));

/** Different characters: the conversion of a host name is slow for these. */
const ideographs = (count: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, index) => 0x4e00 + index));

describe('splitLinks', () => {
  it('web and mail addresses: become links between text parts', () => {
    expect(splitLinks('see https://example.org/a?b=c#d or mailto:meera@example.org today')).toEqual([
      { text: 'see ' },
      { text: 'https://example.org/a?b=c#d', href: 'https://example.org/a?b=c#d' },
      { text: ' or ' },
      { text: 'mailto:meera@example.org', href: 'mailto:meera@example.org' },
      { text: ' today' },
    ]);
    expect(links('www.example.org')).toEqual([['www.example.org', 'https://www.example.org/']]);
  });

  it('other schemes and invalid addresses: stay text', () => {
    const texts = [
      'javascript:alert(1)',
      'data:text/html,<b>x',
      'ftp://example.org',
      'xhttps://example.org',
      'https://',
      'https://:80',
      'https://../',
      'mailto:nobody',
      'www.',
      'https://bank.example@evil.example/',
    ];
    for (const text of texts) expect(splitLinks(text)).toEqual([{ text }]);
  });

  it.each([
    ['(https://example.org/a)', 'https://example.org/a'],
    ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
    ['[https://example.org/a_(b)].', 'https://example.org/a_(b)'],
    ['https://example.org/a!?…', 'https://example.org/a'],
    ['“https://example.org/a”', 'https://example.org/a'],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['https://example.org/a,b', 'https://example.org/a,b'],
  ])('surrounding punctuation is not part of the link: %s', (text, link) => {
    expect(links(text).map(([shown]) => shown)).toEqual([link]);
  });

  it('Devanagari, Tamil and Bengali: may touch or be part of an address; a danda ends it', () => {
    expect(links('देखिए:https://example.org/घाट।फिर आइए')).toEqual([
      ['https://example.org/घाट', 'https://example.org/%E0%A4%98%E0%A4%BE%E0%A4%9F'],
    ]);
    expect(links('இங்கே https://உதாரணம்.இந்தியா/பாதை பாருங்கள்')[0]?.[1]).toMatch(/^https:\/\/xn--/);
    expect(links('এখানে https://example.org॥')).toEqual([['https://example.org', 'https://example.org/']]);
  });

  it('bidirectional control characters: are not part of an address', () => {
    expect(links('https://example.org/\u202egro.live')).toEqual([
      ['https://example.org/', 'https://example.org/'],
    ]);
  });

  it('any text, even if long and hostile: is split within 500 ms into parts that join to the text', () => {
    const texts = [
      `https://example.org/${')'.repeat(4_000)}`,
      `https://${'a.'.repeat(2_000)}`,
      ...['https://', 'www.', 'https:///\\'].map((start) => start + ideographs(20_000)),
      'http://'.repeat(600),
      `mailto:${'@'.repeat(4_000)}`,
      'नमस्ते 👩‍👩‍👧‍👦 www.example.org\n\nhttps://example.org/,',
    ];
    const before = performance.now();
    for (const text of texts)
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    expect(performance.now() - before).toBeLessThan(500);
  });
});
