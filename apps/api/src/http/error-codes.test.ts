import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contracts from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';

/** Codes of sentences for developers, about requests that the web app does not send. They are not translated. */
const FOR_DEVELOPERS =
  /^(?:foreign|host|invalid(?!_credentials)|malformed|method|missing|operators|query|unsupported)_|^(?:not_found|other_conversation|too_many_parts|picture_not_\w+|upload_(?:offset|taken_over|too_long|media_type))$/;
/** Imported by its path, because the apps do not depend on each other. */
const CATALOGUE = path.resolve(import.meta.dirname, '../../../web/src/locales/en/api-errors.ts');

const SOURCE = path.resolve(import.meta.dirname, '..');
/** Matches a created error: its code, and its sentence as a literal or as the name of a constant. */
const ERROR =
  /\b(?:AppError|badRequest|forbidden|conflict|unavailable|tooManyRequests|invalidImage)\(\s*(?:\d+,\s*)?'(\w+)',\s*('[^']*'|"[^"]*"|`[^`]*`|[A-Z][A-Z_]+(?:\.\w+)?)/g;

describe('the errors of the API', () => {
  const errors = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [...readFileSync(path.join(SOURCE, name), 'utf8').matchAll(ERROR)])
    .map(([, code = '', sentence = '']) => [code, sentence] as const);

  it('are found', () => {
    expect(errors).toContainEqual(['own_post', `"You can't like your own story"`]);
    expect(errors).toContainEqual(['email_taken', 'EMAIL_TAKEN']);
    expect(errors.length).toBeGreaterThan(30);
  });

  it('have one sentence for each code', () => {
    const sentences = new Map<string, Set<string>>();
    for (const [code, sentence] of errors) {
      sentences.set(code, (sentences.get(code) ?? new Set()).add(sentence));
    }

    expect([...sentences].filter(([, { size }]) => size > 1)).toEqual([]);
  });

  it('with a sentence of the schemas: have its code', () => {
    const constants = new Map<string, unknown>(Object.entries(contracts));
    const shared = errors
      .map(([code, sentence]) => [code, String(constants.get(sentence) ?? sentence.slice(1, -1))] as const)
      .filter(([, sentence]) => contracts.getCode(sentence) !== 'invalid');

    expect(shared).toContainEqual(['story_required', contracts.POST_REQUIRED]);
    for (const [code, sentence] of shared)
      expect([code, sentence]).toEqual([contracts.getCode(sentence), sentence]);
  });

  it('have the same sentence in the catalogue that the web app is translated from', async () => {
    const { messages } = (await import(CATALOGUE)) as { messages: Record<string, string> };
    const translated = errors.filter(([code]) => !FOR_DEVELOPERS.test(code));
    const literals = translated.filter(([, sentence]) => /^['"]/.test(sentence));

    expect(translated.map(([code]) => code).filter((code) => !(code in messages))).toEqual([]);
    for (const [code, sentence] of literals)
      expect([code, messages[code]]).toEqual([code, sentence.slice(1, -1)]);
    for (const [code, sentence] of Object.entries(messages)) {
      if (contracts.getCode(sentence) !== 'invalid')
        expect([code, sentence]).toEqual([contracts.getCode(sentence), sentence]);
    }
  });
});
