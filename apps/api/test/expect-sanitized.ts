import { expect } from 'vitest';
import { tokenizeMarkup } from '../src/text/markup-tokens.js';

const TAGS = new Set([
  ...['p', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'],
  ...['figure', 'figcaption'],
]);
const ATTRIBUTE = / (href|rel|target|start|dir|lang)="([^"<>]*)"/g;

/** Checks sanitized markup strictly: allowed elements in correct nesting with allowed attributes only. */
export function expectSanitized(html: string): void {
  const open: string[] = [];
  for (const token of tokenizeMarkup(html)) {
    if (token.kind === 'text') expect(token.text).not.toMatch(/[<>\u00a0]/);
    if (token.kind === 'image') {
      expect(open).toEqual(['figure']);
      expect(token.attributes).toMatch(/^ src="\/media\/[\w-]{24}" alt="[^"<>]*" width="\d+" height="\d+"$/);
    }
    if (token.kind === 'open') {
      expect(TAGS).toContain(token.tag);
      open.push(token.tag);
      expect(token.attributes.replace(ATTRIBUTE, '')).toBe('');
      const attributes = new Map(
        [...token.attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]),
      );
      if (token.tag === 'a') {
        expect(attributes.get('href')).toMatch(/^(https?:\/\/|mailto:)/);
        expect(attributes.get('rel')).toBe('noopener nofollow ugc');
        expect(attributes.get('target')).toBe('_blank');
      } else expect(attributes.has('href')).toBe(false);
    }
    if (token.kind === 'close') expect(open.pop()).toBe(token.tag);
  }
  expect(open).toEqual([]);
}
