/** Characters that XML 1.0 forbids even when they are escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for the content of an element or an attribute in double quotes. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/**
 * Builds an element.
 *
 * @param children - markup of its content; undefined for an empty element.
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children?: string,
): string {
  const open = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${open.join('')}`;
  return children === undefined ? `${start}/>` : `${start}>${children}</${name}>`;
}

/** Builds an element with a text. */
export const textElement = (name: string, text: string): string => element(name, {}, escapeXml(text));

/** Builds a document from its root element. */
export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
