import { describe, expect, it } from 'vitest';
import { countMutants, scoreOf } from './count-mutants.mjs';

/** @param {string[]} statuses */
const file = (...statuses) => ({ mutants: statuses.map((status) => ({ status })) });

describe('countMutants', () => {
  it('of two reports: adds up how the mutants of all their files ended', () => {
    const api = { files: { 'a.ts': file('Killed', 'Survived', 'Killed'), 'b.ts': file('NoCoverage') } };
    const web = { files: { 'c.ts': file('Timeout', 'Killed') } };

    expect(countMutants([api, web])).toEqual({ killed: 3, timeout: 1, survived: 1, uncovered: 1 });
  });

  it('with mutants that say nothing of the tests: leaves them out', () => {
    const report = { files: { 'a.ts': file('Killed', 'Ignored', 'CompileError', 'RuntimeError') } };

    expect(countMutants([report])).toEqual({ killed: 1, timeout: 0, survived: 0, uncovered: 0 });
  });
});

describe('scoreOf', () => {
  it('counts what ran out of time as noticed, and what no test runs as not', () => {
    expect(scoreOf({ killed: 6, timeout: 1, survived: 2, uncovered: 1 })).toBe(70);
  });

  it('without mutants: is 0, as nothing was shown', () => {
    expect(scoreOf({ killed: 0, timeout: 0, survived: 0, uncovered: 0 })).toBe(0);
  });
});
