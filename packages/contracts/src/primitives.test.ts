import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { LIMITS } from './limits.js';
import {
  clientIdSchema,
  cursorQuerySchema,
  imageQuerySchema,
  integerTextSchema,
  limitQuerySchema,
  objectIdSchema,
  pageQuerySchema,
  textSchema,
  uuidSchema,
} from './primitives.js';

/** Lists the error messages for a value; empty for a valid one. */
function listMessages(schema: z.core.$ZodType, value: unknown): string[] {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}

describe('textSchema', () => {
  const optional = textSchema({ max: 5, label: 'Place', code: 'place' });
  const required = textSchema({ max: 5, label: 'Name', code: 'name', required: 'A name is required' });

  it('with surrounding white space: trims it', () => {
    expect(z.parse(required, ' \n कोची\u3000')).toBe('कोची');
  });

  it('at its limit of code points: is valid; with one more: names the field and the limit', () => {
    expect(listMessages(optional, '🌊'.repeat(5))).toEqual([]);
    expect(listMessages(optional, '🌊'.repeat(6))).toEqual(['Place must be at most 5 characters']);
  });

  it('with combining marks: counts after NFC', () => {
    expect(listMessages(optional, 'ééééé'.normalize('NFD'))).toEqual([]);
  });

  it('that keeps the Unicode form: trims it, counts after NFC, and replaces lone surrogates', () => {
    const verbatim = textSchema({ max: 5, label: 'Place', code: 'place', keepsForm: true });

    expect(z.parse(verbatim, ' e\u0301 \u0958\ud800\u00a0')).toBe('e\u0301 \u0958\ufffd');
    expect(listMessages(verbatim, 'ééééé'.normalize('NFD'))).toEqual([]);
    expect(listMessages(verbatim, 'éééééé'.normalize('NFD'))).toEqual(['Place must be at most 5 characters']);
  });

  it.each([undefined, null, 7, {}, [], { $gt: '' }, true])('%j: is not text', (value) => {
    expect(listMessages(optional, value)).toEqual(['Place must be text']);
    expect(listMessages(required, value)).toEqual(['A name is required']);
  });

  it('blank: is valid only where it is optional', () => {
    expect(z.parse(optional, ' ')).toBe('');
    expect(listMessages(required, ' \u200b')).toEqual(['A name is required']);
  });
});

describe('objectIdSchema, uuidSchema and clientIdSchema', () => {
  it.each([
    [objectIdSchema, '507f1f77bcf86cd799439011'],
    [uuidSchema, '0198d5f0-7a1c-7def-8abc-0123456789ab'],
    [clientIdSchema, 'a-B_9'],
    [clientIdSchema, 'x'.repeat(LIMITS.clientId)],
  ])('%#: a well-formed id is valid', (schema, id) => {
    expect(z.parse(schema, id)).toBe(id);
  });

  it.each([
    [objectIdSchema, '507F1F77BCF86CD799439011'],
    [uuidSchema, '0198D5F0-7A1C-7DEF-8ABC-0123456789AB'],
  ])('%#: an id in upper case becomes lower case', (schema, id) => {
    expect(z.parse(schema, id)).toBe(id.toLowerCase());
  });

  it.each<[z.core.$ZodType, unknown]>([
    [objectIdSchema, '507f1f77bcf86cd79943901'],
    [objectIdSchema, '507f1f77bcf86cd7994390111'],
    [objectIdSchema, '507f1f77bcf86cd79943901\n'],
    [objectIdSchema, `${'a'.repeat(23)}ⅽ`],
    [objectIdSchema, { $ne: null }],
    [uuidSchema, '0198d5f07a1c7def8abc0123456789ab'],
    [uuidSchema, '../../etc/passwd'],
    [uuidSchema, undefined],
    [clientIdSchema, ''],
    [clientIdSchema, 'has space'],
    [clientIdSchema, 'x'.repeat(LIMITS.clientId + 1)],
    [clientIdSchema, 'क'],
    [clientIdSchema, 5],
  ])('%#: a malformed id is rejected with one message', (schema, id) => {
    expect(listMessages(schema, id)).toHaveLength(1);
  });
});

describe('integerTextSchema', () => {
  const schema = integerTextSchema(/^\d$/, 'A digit, please', { minimum: 0, maximum: 9 });

  it('with text that matches its pattern: returns the number', () => {
    expect(z.parse(schema, '7')).toBe(7);
  });

  it.each(['10', '', 7, null])('with %j: reports its message', (value) => {
    expect(listMessages(schema, value)).toEqual(['A digit, please']);
  });

  it('as JSON schema: is an integer of its range', () => {
    expect(z.toJSONSchema(schema, { io: 'input' })).toEqual({
      $schema: expect.any(String),
      type: 'integer',
      minimum: 0,
      maximum: 9,
    });
  });
});

describe('pageQuerySchema and its fields', () => {
  it('without parameters: is empty', () => {
    expect(z.parse(pageQuerySchema, {})).toEqual({});
  });

  it.each([
    ['1', 1],
    ['100', LIMITS.pageMax],
    ['007', 7],
  ])('limit %s: is %i', (given, limit) => {
    expect(z.parse(limitQuerySchema, given)).toBe(limit);
  });

  it.each(['1.5', '1e2', '', ' 1', '٣', 'ten', '--1'])('limit %j: is not a number', (given) => {
    expect(listMessages(limitQuerySchema, given)).toEqual(['limit must be a number']);
  });

  it('any other number as limit: is out of range', () => {
    for (const given of ['0', '-0', '101', '-1', '1000000', '9'.repeat(400)])
      expect(listMessages(limitQuerySchema, given)).toEqual(['limit must be from 1 to 100']);
  });

  it('a cursor: is any non-empty text', () => {
    expect(listMessages(cursorQuerySchema, 'x')).toEqual([]);
    expect(listMessages(cursorQuerySchema, '')).toEqual(['The cursor is not valid']);
    expect(listMessages(cursorQuerySchema, ['x'])).toEqual(['The cursor is not valid']);
  });
});

describe('imageQuerySchema', () => {
  it('w: is one of the widths as a number, the preview of a link, or absent', () => {
    expect(z.parse(imageQuerySchema, { w: '960' })).toEqual({ w: 960 });
    expect(z.parse(imageQuerySchema, { w: 'social' })).toEqual({ w: 'social' });
    expect(z.parse(imageQuerySchema, {})).toEqual({});
    for (const w of ['0', '961', '960.0', '', 960, ['320'], 'Social'])
      expect(listMessages(imageQuerySchema, { w })).toHaveLength(1);
  });
});
