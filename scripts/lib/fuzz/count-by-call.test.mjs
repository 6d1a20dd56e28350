import { describe, expect, it } from 'vitest';
import { countByCall } from './count-by-call.mjs';

/**
 * @param {string} label
 * @param {(number | null)[]} statuses - null for no answer.
 */
function finished(label, statuses) {
  const interactions = Object.fromEntries(
    statuses.map((status, n) => [n, { response: status === null ? null : { status_code: status } }]),
  );
  return JSON.stringify({ ScenarioFinished: { recorder: { label, interactions } } });
}

describe('the report of schemathesis', () => {
  it('of several phases: is counted call by call, and what got past the schema of all', () => {
    const report = [
      '{"EngineStarted":{}}',
      finished('GET /api/drafts', [200, 400, 304]),
      finished('PUT /api/drafts/{key}', [409, 415]),
      finished('GET /api/drafts', [500, null]),
      '',
    ].join('\n');

    const { table, line } = countByCall(report, 7);

    expect(table.split('\n').map((row) => row.trim().split(/\s{2,}/))).toEqual([
      ['call', 'sent', 'done', 'refused'],
      ['GET /api/drafts', '5', '2', '0'],
      ['PUT /api/drafts/{key}', '2', '0', '1'],
    ]);
    expect(line).toBe('schemathesis: 7 requests, 1 x 5xx, 42.9 % past the schema, 2 calls, seed 7');
  });
});
