import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, endpoints } from './endpoints.js';
import { getCode } from './sentence.js';

type Definition = Record<string, unknown> & { error?: (issue: unknown) => string };

const isSchemaOrCheck = (value: unknown): value is { _zod: { def: Definition } } =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Collects the sentences of a schema, its checks and all schemas within it. */
function collectSentences(value: unknown, found: Set<string>, seen = new Set<unknown>()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found;
  seen.add(value);
  if (!isSchemaOrCheck(value)) {
    for (const member of Object.values(value)) collectSentences(member, found, seen);
    return found;
  }
  const { error, ...members } = value._zod.def;
  const message = error?.({ code: 'custom', input: undefined, path: [] });
  // A refinement that never fails has an empty message.
  if (message) found.add(message);
  return collectSentences(members, found, seen);
}

const INPUTS: readonly (z.core.$ZodType | undefined)[] = Object.values<Endpoint>(endpoints).flatMap(
  ({ params, query, body }) => [params, query, body],
);

describe('the sentences of the schemas', () => {
  const sentences = [...INPUTS.reduce((found, schema) => collectSentences(schema, found), new Set<string>())];

  it('are found', () => {
    expect(sentences).toContain('Title and content are required.');
    expect(sentences).toContain('limit must be from 1 to 100');
    expect(sentences.length).toBeGreaterThan(35);
  });

  it('each have a code of their own', () => {
    const codes = sentences.map((sentence) => getCode(sentence));

    expect(sentences.filter((sentence) => getCode(sentence) === 'invalid')).toEqual([]);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});

describe('each parameter of a query', () => {
  const members = Object.entries<Endpoint>(endpoints).flatMap(([key, { query }]) => {
    const { shape = {} } = (query?._zod.def ?? {}) as { shape?: Record<string, z.core.$ZodType> };
    return Object.entries(shape).map(([name, schema]) => ({ key, name, schema }));
  });

  it('sent twice: is rejected with a sentence that has a code', () => {
    const codes = members.map(({ key, name, schema }) => {
      const { error } = z.safeParse(schema, ['2026-11', '2026-12']);
      return [key, name, error?.issues.map(({ message }) => getCode(message))];
    });

    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter(([, , found]) => found?.length !== 1 || found.includes('invalid'))).toEqual([]);
  });
});

describe('getCode', () => {
  it('of a sentence without a code: is invalid', () => {
    expect(getCode('Invalid input')).toBe('invalid');
  });
});
