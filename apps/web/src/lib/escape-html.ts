const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for the content or a quoted attribute of an element. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}
