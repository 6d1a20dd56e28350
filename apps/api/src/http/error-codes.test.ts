import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as contracts from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '..');
/** An error with its code and its sentence, both written out, or the constant with the sentence. */
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

  it('have the code of the schemas for a sentence of the schemas', () => {
    const constants = new Map<string, unknown>(Object.entries(contracts));
    const shared = errors
      .map(([code, sentence]) => [code, String(constants.get(sentence) ?? sentence.slice(1, -1))] as const)
      .filter(([, sentence]) => contracts.codeOf(sentence) !== 'invalid');

    expect(shared).toContainEqual(['story_required', contracts.POST_REQUIRED]);
    for (const [code, sentence] of shared)
      expect([code, sentence]).toEqual([contracts.codeOf(sentence), sentence]);
  });
});
