import { ATTACK_GROUPS, ATTACK_PICTURE_KEY, ATTACKS } from '@safarnama/attacks';
import fc from 'fast-check';
import { html as names, parse, parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import { findAttackPicture } from '../../test/attack-picture.js';
import { sanitizeMarkup, textToMarkup } from './markup.js';

/** Attributes that each element of a story may have. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'li', 'h2', 'h3', 'blockquote'].map((tag) => [
      tag,
      ['dir', 'lang'],
    ]),
  ),
  a: ['href', 'rel', 'target', 'dir', 'lang'],
  ol: ['start', 'dir', 'lang'],
  figure: [],
  img: ['src', 'alt', 'width', 'height'],
  figcaption: [],
};

/** Values that an attribute may have, whatever the text says. */
const VALUES: Readonly<Record<string, RegExp>> = {
  href: /^(https?:\/\/|mailto:)/,
  src: new RegExp(`^/media/${ATTACK_PICTURE_KEY}$`),
  width: /^4$/,
  height: /^3$/,
};

const sanitize = (html: string) => sanitizeMarkup(html, findAttackPicture);

function parseBody(html: string, scriptingEnabled: boolean): Tree.ParentNode {
  const root = parse(html, { scriptingEnabled }).childNodes.find((node) => node.nodeName === 'html');
  const body = root && 'childNodes' in root && root.childNodes.find((node) => node.nodeName === 'body');
  if (!body || !('childNodes' in body)) throw new Error('The document has no body');
  return body;
}

function parseFragmentIn(tag: string, html: string): Tree.ParentNode {
  const [context] = parseFragment(`<${tag}></${tag}>`).childNodes;
  if (!context || !('tagName' in context)) throw new Error('The context element is missing');
  return parseFragment(context, html, {});
}

/** How clients parse a story: `DOMParser` (web app, editor) runs no scripts, `innerHTML` in a page may. */
const PARSERS: Readonly<Record<string, (html: string) => Tree.ParentNode>> = {
  DOMParser: (html) => parseBody(html, false),
  'a page': (html) => parseBody(html, true),
  'a div': (html) => parseFragmentIn('div', html),
  'an article': (html) => parseFragmentIn('article', html),
  'a list item': (html) => parseFragmentIn('li', html),
};

/** Finds every node of a tree that is neither text nor allowed. */
function findForbiddenNodes(parent: Tree.ParentNode): string[] {
  return parent.childNodes.flatMap((node) => {
    if (node.nodeName === '#text') return [];
    if (!('attrs' in node) || node.namespaceURI !== names.NS.HTML) return [node.nodeName];
    const allowed = ATTRIBUTES[node.tagName];
    if (!allowed) return [node.tagName];
    const forbiddenAttributes = node.attrs.filter(
      ({ name, value }) => !allowed.includes(name) || (VALUES[name] && !VALUES[name].test(value)),
    );
    const rel = node.attrs.find(({ name }) => name === 'rel')?.value;
    return [
      ...forbiddenAttributes.map(({ name, value }) => `${node.tagName} ${name}=${value}`),
      ...(node.tagName === 'a' && rel !== 'noopener nofollow ugc' ? [`a rel=${rel}`] : []),
      ...findForbiddenNodes(node),
    ];
  });
}

/** Converts our serialization to that of the standard; they differ in character references only. */
function toStandardForm(sanitized: string): string {
  return sanitized.replace(/<[^>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<') ? piece.replace(' />', '>') : piece.replaceAll('&quot;', '"'),
  );
}

/** Undoes the escaping of angle brackets: versions of the standard differ on it in attributes. */
const withBrackets = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>');

/** Lists what each parser finds wrong with the sanitized form of `dirty`. */
function listFaults(dirty: string, sanitized = sanitize(dirty)): string[] {
  const describeFault = (fault: string) => `${fault}: ${JSON.stringify(dirty).slice(0, 300)}`;
  const faults = Object.entries(PARSERS).flatMap(([parserName, parseStory]) => {
    const tree = parseStory(sanitized);
    const written = serialize(tree);
    return [
      ...findForbiddenNodes(tree).map((forbidden) => describeFault(`${forbidden} in ${parserName}`)),
      ...(withBrackets(written) === withBrackets(toStandardForm(sanitized))
        ? []
        : [describeFault(`changed by ${parserName} to ${written.slice(0, 300)}`)]),
    ];
  });
  return sanitize(sanitized) === sanitized
    ? faults
    : [...faults, describeFault('changed by sanitizing again')];
}

describe('sanitized markup, parsed by the HTML standard', () => {
  it('corpus: has at least 150 attacks, and at least 20 of each kind', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(150);
    expect(Object.values(ATTACK_GROUPS).every((attacks) => attacks.length >= 20)).toBe(true);
    expect(Object.values(ATTACK_GROUPS).flat()).toHaveLength(ATTACKS.length);
  });

  it('with any attack in four contexts: parses to what was sanitized, with allowed nodes only', () => {
    const faults = ATTACKS.flatMap((attack) => [
      ...listFaults(attack),
      ...listFaults(`<p>before ${attack} after</p><ul><li>${attack}</li></ul>`),
      ...listFaults(`<svg><p>${attack}</p></svg><table><tr><td>${attack}</table>`),
      ...listFaults(attack, sanitize(textToMarkup(attack))),
    ]);

    expect(faults).toEqual([]);
    process.stdout.write(
      `markup: ${ATTACKS.length} attacks x 4 contexts x ${Object.keys(PARSERS).length} parsers, ${faults.length} faults\n`,
    );
  });

  it('with mixtures of attacks and broken tags: parses to what was sanitized, with allowed nodes only', () => {
    const attack = fc.constantFrom(...ATTACKS.filter(({ length }) => length < 500));
    const truncated = fc
      .tuple(attack, fc.nat(120), fc.nat(120))
      .map(([text, start, length]) => text.slice(start, start + length));
    const tag = fc.constantFrom(
      ...'svg math style title textarea script noscript template table tr td select option form mglyph mtext p a b'.split(
        ' ',
      ),
      ...'annotation-xml foreignObject desc iframe xmp plaintext listing noembed noframes ul ol li h1 h2 br div figure figcaption'.split(
        ' ',
      ),
    );
    const piece = fc.oneof(
      attack,
      truncated,
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      tag.map((name) => `<${name} title="</${name}><img src=x onerror=alert(1)>">`),
      fc.constantFrom(
        `<img src="/media/${ATTACK_PICTURE_KEY}" alt="`,
        `<img src="/media/${ATTACK_PICTURE_KEY}">`,
      ),
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
        expect(listFaults(pieces.join(''))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });
});
