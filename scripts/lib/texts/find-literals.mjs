import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ text: string, line: number }} Literal
 */

/** Attributes and keys whose value users read or hear, so that even a single word counts. */
const READ_NAMES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'confirmLabel',
  'cancelLabel',
  'description',
  'hint',
  'label',
  'lead',
  'message',
  'placeholder',
  'text',
  'title',
]);
/** Attributes and keys whose value may have several words, but is not text. */
const TECHNICAL_NAMES = new Set([
  'className',
  'class',
  'aria-keyshortcuts',
  'aria-relevant',
  'd',
  'sizes',
  'viewBox',
  'transform',
  'style',
  'rel',
  'allow',
]);
/** Calls whose texts only developers read, or that take no text at all. */
const TECHNICAL_CALLS = new Set([
  'Error',
  'TypeError',
  'matchMedia',
  'querySelector',
  'querySelectorAll',
  'closest',
  'matches',
  'addInitScript',
]);

/** Calls whose texts users read. */
const READ_CALLS = new Set(['toast', 'toastFailure', 'usePageTitle']);

const LETTER = /\p{L}/u;
/** Two words of letters; the names of styles have hyphens, digits or colons. */
const WORDS = /(?:^|\s)\p{L}[\p{L}'’]*[,;]?\s+(?:\S+\s+)*?\p{L}[\p{L}'’]*[.,:;!?…]*(?:\s|$)/u;
const SENTENCE = /^\p{Lu}\p{Ll}*['’,]?\S*\s+\S/u;
/** Calls of the API, lists of selectors and events of libraries. */
const TECHNICAL_TEXT = /^(?:(?:GET|POST|PUT|PATCH|DELETE) \/|io server |[a-z1-6]+(?:, [a-z1-6[\]="-]+)+$)/;
/** A list of styles has names like gap-3. */
const STYLE = /(?:^|\s)[a-z-]+-[\d[]/;
/** Names of products are the same in all languages. */
const PRODUCT = /^(?:(?:· )?Safarnama(?: ·)?|Chrome OS|Samsung Internet(?: for Android)?)$/;

/**
 * Finds the texts of a component that are in its code instead of a catalogue: texts between tags, attributes that
 * are read aloud, and all strings that look like a sentence.
 *
 * @param {string} file - determines the language by its extension.
 * @param {string} source
 * @returns {Literal[]}
 */
export function findLiterals(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {{ text: string, offset: number }[]} */
  const found = [];
  visit(program, false, found);
  return found.map(({ text, offset }) => ({ text, line: source.slice(0, offset).split('\n').length }));
}

/**
 * @param {any} node
 * @param {boolean} isRead - whether users read a string at this position, whatever it looks like.
 * @param {{ text: string, offset: number }[]} found
 */
function visit(node, isRead, found) {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, isRead, found);
    return;
  }
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
  /** @param {string} text */
  const add = (text) => found.push({ text: text.trim().replace(/\s+/g, ' '), offset: node.start });
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return;
    case 'JSXText':
      if (isText(node.value, true)) add(node.value);
      return;
    case 'Literal':
      if (typeof node.value === 'string' && isText(node.value, isRead)) add(node.value);
      return;
    case 'TemplateLiteral': {
      const text = node.quasis.map((/** @type {any} */ quasi) => quasi.value.cooked).join('0');
      if (
        isText(text, isRead) ||
        (!STYLE.test(text) && node.quasis.some((/** @type {any} */ q) => isFragment(q.value.cooked)))
      )
        add(node.quasis.map((/** @type {any} */ quasi) => quasi.value.cooked).join('…'));
      visit(node.expressions, isRead, found);
      return;
    }
    case 'JSXAttribute': {
      const name = node.name.name;
      if (TECHNICAL_NAMES.has(name) || name.endsWith?.('ClassName')) return;
      visit(node.value, READ_NAMES.has(name), found);
      return;
    }
    case 'JSXElement':
    case 'JSXFragment':
      visit(node.openingElement, false, found);
      visit(node.children, true, found);
      return;
    case 'Property':
      if (TECHNICAL_NAMES.has(node.key.name)) return;
      visit(node.value, READ_NAMES.has(node.key.name ?? node.key.value), found);
      return;
    case 'AssignmentPattern':
      visit(node.left, false, found);
      visit(node.right, READ_NAMES.has(node.left.name), found);
      return;
    case 'ConditionalExpression':
      visit(node.test, false, found);
      visit([node.consequent, node.alternate], isRead, found);
      return;
    case 'LogicalExpression':
      visit(node.left, node.operator === '&&' ? false : isRead, found);
      visit(node.right, isRead, found);
      return;
    case 'JSXExpressionContainer':
      visit(node.expression, isRead, found);
      return;
    case 'NewExpression':
    case 'CallExpression': {
      const name = node.callee.name ?? node.callee.property?.name;
      // `super(…)` in an error class: its message is for developers too.
      if (TECHNICAL_CALLS.has(name) || node.callee.type === 'Super') return;
      visit(node.callee, false, found);
      visit(node.arguments, READ_CALLS.has(name), found);
      return;
    }
    default:
      if (
        node.type.startsWith('TS') &&
        node.type !== 'TSAsExpression' &&
        node.type !== 'TSSatisfiesExpression'
      )
        return;
  }
  for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value, false, found);
}

/**
 * @param {string} value
 * @param {boolean} isRead
 */
function isText(value, isRead) {
  if (!LETTER.test(value) || PRODUCT.test(value.trim()) || TECHNICAL_TEXT.test(value)) return false;
  if (!isRead && STYLE.test(value)) return false;
  return isRead || SENTENCE.test(value) || WORDS.test(value);
}

/** @param {string} quasi - text beside a value, such as ` places`. */
function isFragment(quasi) {
  return /^ \p{L}{2,}(?:[ .,:;!?…]|$)|(?:^|[ .,:;!?…])\p{L}{2,} $/u.test(quasi);
}
