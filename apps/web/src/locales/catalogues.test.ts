import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { LANGUAGES } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';

type Compiled = string | MessageFormatElement[] | { readonly [key: string]: Compiled };

const catalogues = import.meta.glob<Compiled>('./*/*.ts', { import: 'messages', eager: true });
const translations = Object.keys(catalogues).filter((path) => !path.startsWith('./en/'));

describe('a language that is offered', () => {
  it.each(LANGUAGES)('%s: has each file of the English messages', (language) => {
    const filesOf = (folder: string) =>
      Object.keys(catalogues).flatMap((path) =>
        path.startsWith(`./${folder}/`) ? path.split('/').at(-1) : [],
      );

    expect(filesOf(language)).toEqual(filesOf('en'));
  });
});

describe('a translation', () => {
  it.each(translations)('%s: has every English message, with the same arguments', (path) => {
    const english = catalogues[path.replace(/^\.\/\w+/, './en')];

    expect(listArguments(catalogues[path])).toEqual(listArguments(english));
  });

  it.each(translations)('%s: has a form for each plural of its language, and no empty text', (path) => {
    const language = path.split('/')[1] ?? '';
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const messages = flatten(catalogues[path]);

    expect(Object.entries(messages).filter(([, message]) => message.length === 0)).toEqual([]);
    for (const [key, message] of Object.entries(messages)) {
      for (const element of listElements(message)) {
        if (element.type === TYPE.plural)
          expect([key, ...Object.keys(element.options)]).toEqual(expect.arrayContaining(pluralCategories));
      }
    }
  });
});

/** The names of the arguments of each message, by its path. */
function listArguments(catalogue: Compiled | undefined): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(flatten(catalogue)).map(([key, message]) => [
      key,
      [
        ...new Set(
          listElements(message).flatMap((element) =>
            element.type === TYPE.literal || element.type === TYPE.pound ? [] : [element.value],
          ),
        ),
      ].sort(),
    ]),
  );
}

function flatten(
  catalogue: Compiled | undefined,
  path: readonly string[] = [],
): Record<string, string | MessageFormatElement[]> {
  if (catalogue === undefined) return {};
  if (typeof catalogue === 'string' || Array.isArray(catalogue)) return { [path.join('.')]: catalogue };
  return Object.assign({}, ...Object.entries(catalogue).map(([key, each]) => flatten(each, [...path, key])));
}

/** All elements of a message, those of its options included. */
function listElements(message: string | MessageFormatElement[]): MessageFormatElement[] {
  if (typeof message === 'string') return [];
  return message.flatMap((element) => [
    element,
    ...('options' in element
      ? Object.values(element.options).flatMap(({ value }) => listElements(value))
      : []),
  ]);
}
