import { ATTACK_GROUPS, ATTACKS } from '@safarnama/attacks';
import fc from 'fast-check';
import { html as names, parse, parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import { sanitizeMarkup, textToMarkup } from './markup.js';

/** What may stand in a story, by the standard's own reading of it. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'li', 'h2', 'h3', 'blockquote'].map((tag) => [
      tag,
      ['dir', 'lang'],
    ]),
  ),
  a: ['href', 'rel', 'target', 'dir', 'lang'],
  ol: ['start', 'dir', 'lang'],
};

function bodyOf(html: string, scriptingEnabled: boolean): Tree.ParentNode {
  const root = parse(html, { scriptingEnabled }).childNodes.find((node) => node.nodeName === 'html');
  const body = root && 'childNodes' in root && root.childNodes.find((node) => node.nodeName === 'body');
  if (!body || !('childNodes' in body)) throw new Error('a document has a body');
  return body;
}

function fragmentIn(tag: string, html: string): Tree.ParentNode {
  const [context] = parseFragment(`<${tag}></${tag}>`).childNodes;
  if (!context || !('tagName' in context)) throw new Error('no such context');
  return parseFragment(context, html, {});
}

/** How clients read a story: `DOMParser` (our web app, the editor) runs no scripts, `innerHTML` in a page may. */
const READINGS: Readonly<Record<string, (html: string) => Tree.ParentNode>> = {
  DOMParser: (html) => bodyOf(html, false),
  'a page': (html) => bodyOf(html, true),
  'a box': (html) => fragmentIn('div', html),
  'an article': (html) => fragmentIn('article', html),
  'a list item': (html) => fragmentIn('li', html),
};

/** Everything in a tree that is neither text nor on the list. */
function findForbiddenNodes(parent: Tree.ParentNode): string[] {
  return parent.childNodes.flatMap((node) => {
    if (node.nodeName === '#text') return [];
    if (!('attrs' in node) || node.namespaceURI !== names.NS.HTML) return [node.nodeName];
    const allowed = ATTRIBUTES[node.tagName];
    if (!allowed) return [node.tagName];
    const forbiddenAttributes = node.attrs.filter(
      ({ name, value }) =>
        !allowed.includes(name) || (name === 'href' && !/^(https?:\/\/|mailto:)/.test(value)),
    );
    const rel = node.attrs.find(({ name }) => name === 'rel')?.value;
    return [
      ...forbiddenAttributes.map(({ name, value }) => `${node.tagName} ${name}=${value}`),
      ...(node.tagName === 'a' && rel !== 'noopener nofollow ugc' ? [`a rel=${rel}`] : []),
      ...findForbiddenNodes(node),
    ];
  });
}

/** Our writing in the standard's: only the names of signs differ. */
function toStandardForm(sanitized: string): string {
  return sanitized.replace(/<[^>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<')
      ? piece.replace(' />', '>').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
      : piece.replaceAll('&quot;', '"'),
  );
}

/** What is wrong with a story that was made of `dirty`, in each reading. */
function faultsOf(dirty: string, sanitized = sanitizeMarkup(dirty)): string[] {
  const describeFault = (fault: string) => `${fault}: ${JSON.stringify(dirty).slice(0, 300)}`;
  const faults = Object.entries(READINGS).flatMap(([reading, read]) => {
    const tree = read(sanitized);
    const written = serialize(tree);
    return [
      ...findForbiddenNodes(tree).map((forbidden) => describeFault(`${forbidden} in ${reading}`)),
      ...(written.replaceAll('&lt;', '<') === toStandardForm(sanitized).replaceAll('&lt;', '<')
        ? []
        : [describeFault(`changed by ${reading} to ${written.slice(0, 300)}`)]),
    ];
  });
  return sanitizeMarkup(sanitized) === sanitized
    ? faults
    : [...faults, describeFault('changed by cleaning again')];
}

describe('a cleaned story, read by the HTML standard', () => {
  it('the corpus: has at least 150 attacks of seven kinds', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(150);
    expect(Object.values(ATTACK_GROUPS).every((attacks) => attacks.length >= 20)).toBe(true);
    expect(Object.values(ATTACK_GROUPS).flat()).toHaveLength(ATTACKS.length);
  });

  it('of any attack, alone, within a story, or as text: is what was written, from the allow-list alone', () => {
    const faults = ATTACKS.flatMap((attack) => [
      ...faultsOf(attack),
      ...faultsOf(`<p>before ${attack} after</p><ul><li>${attack}</li></ul>`),
      ...faultsOf(`<svg><p>${attack}</p></svg><table><tr><td>${attack}</table>`),
      ...faultsOf(attack, sanitizeMarkup(textToMarkup(attack))),
    ]);

    expect(faults).toEqual([]);
    process.stdout.write(
      `markup: ${ATTACKS.length} attacks x 4 places x ${Object.keys(READINGS).length} readings, ${faults.length} faults\n`,
    );
  });

  it('of soups of attacks and torn tags: is what was written, from the allow-list alone', () => {
    const attack = fc.constantFrom(...ATTACKS.filter(({ length }) => length < 500));
    const torn = fc
      .tuple(attack, fc.nat(120), fc.nat(120))
      .map(([text, start, length]) => text.slice(start, start + length));
    const tag = fc.constantFrom(
      ...'svg math style title textarea script noscript template table tr td select option form mglyph mtext p a b'.split(
        ' ',
      ),
      ...'annotation-xml foreignObject desc iframe xmp plaintext listing noembed noframes ul ol li h1 h2 br div'.split(
        ' ',
      ),
    );
    const piece = fc.oneof(
      attack,
      torn,
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      tag.map((name) => `<${name} title="</${name}><img src=x onerror=alert(1)>">`),
      fc.constantFrom(
        '<!--',
        '-->',
        '--!>',
        '<![CDATA[',
        ']]>',
        '"',
        "'",
        '`',
        '>',
        '/>',
        '&',
        '&#',
        '\r',
        '\u0000',
        '\f',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        expect(faultsOf(pieces.join(''))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });
});
