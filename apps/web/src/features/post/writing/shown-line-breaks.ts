/** Elements that continue the line. */
const INLINE_ELEMENT =
  /^(?:a|abbr|b|bd[io]|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|su[bp]|time|tt|u|var)$/;

/**
 * Finds, and trims, the texts of pasted markup whose line breaks the plain text of the same paste has, too. Firefox
 * copies no `white-space` styles, so that its markup does not tell whether the page shows the line breaks of a text.
 */
export function findShownLineBreaks(body: HTMLElement, plainText: string): ReadonlySet<Node> {
  const plain = normalizeLines(plainText);
  const shown = new Set<Node>();
  /** Texts that follow each other without a block or line break between them. */
  let run: Text[] = [];
  const endRun = () => {
    const text = normalizeLines(run.map(({ data }) => data).join('')).trim();
    if (text.includes('\n') && plain.includes(text)) {
      // Line breaks beside a block may be white space of the markup. Spaces beside a picture are not.
      trimFirst(run, /^[^\S\n]*\n\s*/);
      trimFirst(run.toReversed(), /\s*\n[^\S\n]*$/);
      for (const each of run) shown.add(each);
    }
    run = [];
  };
  const walk = (node: Node) => {
    if (node instanceof Text) run.push(node);
    if (!(node instanceof Element)) return;
    const isInline = INLINE_ELEMENT.test(node.localName);
    if (!isInline) endRun();
    node.childNodes.forEach(walk);
    if (!isInline) endRun();
  };
  walk(body);
  return shown;
}

/** Removes what matches `space` from texts, up to the first one that is not blank. */
function trimFirst(texts: readonly Text[], space: RegExp): void {
  for (const text of texts) {
    text.data = text.data.replace(space, '');
    if (text.data.trim() !== '') return;
  }
}

/** Removes the differences of markup and plain text: carriage returns, no-break spaces, and spaces around line breaks. */
function normalizeLines(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]*\n[ \t]*/g, '\n');
}
