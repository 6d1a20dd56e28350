import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from './fixtures.ts';
import { type Group, readEnglish, translateMessage } from './pseudo-language.ts';

function listMessages(group: Group): string[] {
  return Object.values(group).flatMap((each) => (typeof each === 'string' ? each : listMessages(each)));
}

/** The text of a message, and the rest of it: arguments, tags, and plurals with their forms. */
function readMessage(elements: string | MessageFormatElement[]): { text: string; rest: string[] } {
  if (typeof elements === 'string') return { text: elements, rest: [] };
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return { text: element.value, rest: [] };
    if (element.type === TYPE.pound) return { text: '', rest: ['#'] };
    if (element.type === TYPE.tag) {
      const inner = readMessage(element.children);
      return { text: inner.text, rest: [element.value, ...inner.rest] };
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select)
      return { text: '', rest: [element.value] };
    const options = Object.values(element.options).map(({ value }) => readMessage(value));
    return {
      text: options.map(({ text }) => text).join(''),
      rest: [element.value, ...Object.keys(element.options), ...options.flatMap(({ rest }) => rest)],
    };
  });
  return { text: parts.map(({ text }) => text).join(''), rest: parts.flatMap(({ rest }) => rest) };
}

test('the pseudo-language: is about 40 % longer than English, without unaccented letters, and has the same arguments', async () => {
  const english = [...(await readEnglish()).values()].flatMap(listMessages);
  const pairs = english.map((message) => ({
    message: readMessage(parse(message)),
    translated: readMessage(translateMessage(message)),
  }));

  expect(pairs.length).toBeGreaterThan(800);
  for (const { message, translated } of pairs) {
    expect(translated.rest).toEqual(message.rest);
    expect(translated.text).toMatch(/^\[[^A-Za-z]*\]$/s);
  }
  const lengthOf = (key: 'message' | 'translated') =>
    pairs.reduce((length, pair) => length + pair[key].text.length, 0);
  expect(lengthOf('translated') / lengthOf('message')).toBeGreaterThan(1.35);
  expect(lengthOf('translated') / lengthOf('message')).toBeLessThan(1.5);
});
