/** Characters that have superscript and subscript forms, with these forms in the same order. */
const PLAIN = '0123456789+-=()n';
const SCRIPTS = new Map([
  ['sup', [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ']],
  ['sub', [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ']],
]);
/** Text that has quotation marks of its own. */
const QUOTED = /^\s*["“‘«„].*["”’»“]\s*$/s;
const HAS_SCRIPT_FORMS = /^[0-9+\-=()n\s]+$/;

/**
 * Puts characters in place of what quotes, superscripts and subscripts of pasted markup only show: a story has no such
 * elements, and without them `10<sup>2</sup>` would read 102. Text without superscript forms, such as in 1st, stays.
 */
export function convertInlineElements(body: HTMLElement): void {
  for (const quote of body.querySelectorAll('q')) {
    if (QUOTED.test(quote.textContent ?? '')) continue;
    const isInner = quote.parentElement?.closest('q') != null;
    quote.prepend(isInner ? '‘' : '“');
    quote.append(isInner ? '’' : '”');
  }
  for (const element of body.querySelectorAll('sup, sub')) {
    const forms = SCRIPTS.get(element.localName);
    if (forms && HAS_SCRIPT_FORMS.test(element.textContent ?? '')) replaceCharacters(element, forms);
  }
}

function replaceCharacters(element: Element, forms: readonly string[]): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.nodeValue = [...(text.nodeValue ?? '')].map((char) => forms[PLAIN.indexOf(char)] ?? char).join('');
  }
}
