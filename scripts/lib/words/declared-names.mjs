import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ name: string, line: number }} DeclaredName
 */

/**
 * Lists the names that a file declares: variables, parameters, functions, classes, types, their members, and keys of
 * object literals. Names that it only uses are checked where they are declared; quoted keys belong to external formats.
 *
 * @param {string} file - determines the language by its extension.
 * @param {string} source
 * @returns {DeclaredName[]}
 */
export function listDeclaredNames(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {Map<number, string>} by offset: a shorthand property is key and value at once. */
  const names = new Map();
  collectNames(program, names);
  const lines = findLineStarts(source);
  return [...names].map(([offset, name]) => ({ name, line: findLine(lines, offset) }));
}

/** Node types whose `id` is a new name. */
const WITH_ID = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
]);
/** Node types whose `key` is a new name. */
const WITH_KEY = new Set([
  'Property',
  'MethodDefinition',
  'PropertyDefinition',
  'TSPropertySignature',
  'TSMethodSignature',
]);
const WITH_PARAMETERS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * @param {any} node
 * @param {Map<number, string>} names
 */
function collectNames(node, names) {
  if (Array.isArray(node)) {
    for (const item of node) collectNames(item, names);
    return;
  }
  if (typeof node?.type !== 'string') return;
  if (node.type === 'ObjectPattern') {
    // Its keys belong to the object that is destructured; its bindings were collected with their declaration.
    for (const property of node.properties) collectNames(property.value ?? property.argument, names);
    return;
  }
  if (WITH_ID.has(node.type)) collectBinding(node.id, names);
  if (WITH_PARAMETERS.has(node.type)) for (const parameter of node.params) collectBinding(parameter, names);
  if (node.type === 'CatchClause') collectBinding(node.param, names);
  if (WITH_KEY.has(node.type) && !node.computed) collectBinding(node.key, names);
  for (const value of Object.values(node)) {
    if (value && typeof value === 'object') collectNames(value, names);
  }
}

/**
 * Collects the names that a pattern binds.
 *
 * @param {any} pattern
 * @param {Map<number, string>} names
 */
function collectBinding(pattern, names) {
  switch (pattern?.type) {
    case 'Identifier':
      names.set(pattern.start, pattern.name);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) collectBinding(property.value ?? property.argument, names);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) collectBinding(element, names);
      break;
    case 'AssignmentPattern':
      collectBinding(pattern.left, names);
      break;
    case 'RestElement':
      collectBinding(pattern.argument, names);
      break;
    case 'TSParameterProperty':
      collectBinding(pattern.parameter, names);
      break;
  }
}

/** @param {string} source */
function findLineStarts(source) {
  const starts = [0];
  for (let index = source.indexOf('\n'); index !== -1; index = source.indexOf('\n', index + 1))
    starts.push(index + 1);
  return starts;
}

/**
 * @param {number[]} starts
 * @param {number} offset
 * @returns {number} counted from 1.
 */
function findLine(starts, offset) {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
