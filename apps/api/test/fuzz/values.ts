import { codePointLength } from '@safarnama/contracts';
import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from './api-document.js';
import { findReferenceKind, Reference, type ReferenceKind } from './reference.js';

/** Ordinary text in several scripts, markup, and text that often breaks parsers. */
const SAMPLE_TEXTS = [
  'बनारस की सुबह',
  'மதுரை மீனாட்சி',
  'কলকাতার বর্ষা',
  'ਅੰਮ੍ਰਿਤਸਰ',
  'क्ष्म्य',
  '👨‍👩‍👧‍👦',
  '🧗🏽‍♀️',
  '🇮🇳',
  'Cafe\u0301',
  'İstanbul ß ﬃ',
  'شاہجہاں',
  'a\u202Eb\u202C',
  '\u200B',
  '<p>नमस्ते <strong>जग</strong></p>',
  '<ul><li>एक</li></ul>',
  '<a href="javascript:alert(1)">x</a>',
  '5 < 6 & 7 > 2',
  "O'Brien\\",
  '$gt {"$ne":null}',
  '%00%2e%2e/',
  'Ghats at dawn',
  'कभी-कभी',
];
/** Single code points, to build text of an exact length. */
const CODE_POINTS = ['क', 'a', '😀', 'ß', '\u0301', '<'];
/** Text at a limit above this length is slow to send, so it is generated less often. */
const LONG_TEXT = 5_000;
const EMAIL_DOMAIN = 'fuzz.example';

/** Returns the first `max` code points. */
const truncate = (text: string, max: number) => [...text].slice(0, max).join('');

/** Shared, because creating it builds a table of all graphemes. */
const graphemes = fc.string({ unit: 'grapheme', maxLength: 30 });

function generateStringsOfLength(min: number, max: number): Arbitrary<string> {
  const words = fc
    .array(fc.constantFrom(...SAMPLE_TEXTS), { minLength: 1, maxLength: 6 })
    .map((parts) => truncate(parts.join(' '), max));
  const randomText = graphemes.map((text) => truncate(`${min > 0 ? 'य'.repeat(min) : ''}${text}`, max));
  const edge = fc
    .tuple(fc.constantFrom(...CODE_POINTS), fc.constantFrom(min, min + 1, max - 1, max))
    .map(([unit, length]) => unit.repeat(Math.max(min, Math.min(length, max))));
  return fc.oneof(
    {
      weight: 24,
      arbitrary: words.map((text) => text + 'य'.repeat(Math.max(0, min - codePointLength(text)))),
    },
    { weight: 6, arbitrary: randomText },
    { weight: max > LONG_TEXT ? 1 : 6, arbitrary: edge },
  );
}

function generateIntegers({ minimum = -1000, maximum = 1000 }: JsonSchema): Arbitrary<number> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

/** Mostly days from 1900 to 2025. Most dates that match the pattern are in the future, which a visit may not be. */
function generateDays(pattern: string): Arbitrary<string> {
  const min = new Date('1900-01-01');
  const max = new Date('2025-12-31');
  const pastDays = fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  return fc.oneof(
    { weight: 9, arbitrary: pastDays },
    { weight: 1, arbitrary: fc.stringMatching(new RegExp(pattern)) },
  );
}

function generateStrings(schema: JsonSchema, name: string): Arbitrary<string> {
  const { minLength = 0, maxLength = 60, pattern, format } = schema;
  // All email addresses share one domain, so that a leaked one is found in a response.
  if (name === 'email') return fc.nat(1_000_000).map((n) => `n${n}@${EMAIL_DOMAIN}`);
  if (format === 'date' && pattern !== undefined) return generateDays(pattern);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return generateStringsOfLength(minLength, maxLength);
}

/** Merges a branch of `anyOf` into the schema of its object. */
function mergeBranch(whole: JsonSchema, branch: JsonSchema): JsonSchema {
  const { anyOf: _, ...rest } = whole;
  const properties: Record<string, JsonSchema> = { ...rest.properties };
  for (const [name, member] of Object.entries(branch.properties ?? {})) {
    const own = properties[name] ?? {};
    const matching = 'type' in member && own.anyOf ? own.anyOf.find(({ type }) => type === member.type) : own;
    properties[name] = { ...matching, ...member };
  }
  for (const name of branch.not?.required ?? []) delete properties[name];
  return { ...rest, properties, required: [...(rest.required ?? []), ...(branch.required ?? [])] };
}

function generateObjects(schema: JsonSchema, operationKey: string): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, generateValues(member, operationKey, name)]),
  );
  return fc.record(members, {
    requiredKeys: required.filter((name) => name in members),
    noNullPrototype: true,
  });
}

function generatePlainValues(schema: JsonSchema, operationKey: string, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) {
    const branches = schema.anyOf.map((branch) =>
      generatePlainValues(schema.properties ? mergeBranch(schema, branch) : branch, operationKey, name),
    );
    return fc.oneof(...branches);
  }
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(
    ...types.map((type): Arbitrary<unknown> => {
      if (type === 'null') return fc.constant(null);
      if (type === 'boolean') return fc.boolean();
      if (type === 'integer' || type === 'number') return generateIntegers(schema);
      if (type === 'array')
        return fc.array(generateValues(schema.items ?? {}, operationKey, name), { maxLength: 4 });
      if (type === 'object') return generateObjects(schema, operationKey);
      return generateStrings(schema, name);
    }),
  );
}

/** Weight of references against random values. A random well-formed id hardly ever exists. */
const REFERENCE_WEIGHT: Readonly<Partial<Record<ReferenceKind, number>>> = {
  clientId: 1,
  cursor: 6,
};

/** Generates values that a schema allows; for parameters that name an entity, mostly references to existing ones. */
export function generateValues(schema: JsonSchema, operationKey: string, name: string): Arbitrary<unknown> {
  const plain = generatePlainValues(schema, operationKey, name);
  const kind = findReferenceKind(operationKey, name);
  if (kind === null) return plain;
  const references = fc.nat(100_000).map((pick) => new Reference(kind, pick));
  if (kind === 'picture') {
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('', null) },
      { weight: 1, arbitrary: references },
      { weight: 1, arbitrary: plain },
    );
  }
  if (kind === 'storyMarkup') return fc.oneof(references, plain);
  return fc.oneof(
    { weight: REFERENCE_WEIGHT[kind] ?? 12, arbitrary: references },
    { weight: 1, arbitrary: plain },
  );
}
