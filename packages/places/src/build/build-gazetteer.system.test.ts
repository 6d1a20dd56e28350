import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGazetteer } from '../gazetteer.js';
import { readReplaced } from '../replaced.js';
import { buildGazetteer } from './build-gazetteer.js';

const MAX_BYTES = 6_000_000;
/** The build takes some 15 s of CPU time. */
const TIMEOUT_MS = 600_000;

describe('buildGazetteer', () => {
  it(
    'from the committed sources: builds the committed file again, byte for byte',
    () => {
      const committed = readFileSync(new URL('../../data/gazetteer.tsv', import.meta.url));
      const { text, replaced } = buildGazetteer(readGazetteer(), readReplaced());
      const built = Buffer.from(text);
      expect(built.equals(committed)).toBe(true);
      expect(built.byteLength).toBeLessThanOrEqual(MAX_BYTES);
      expect(replaced).toEqual(readReplaced());
    },
    TIMEOUT_MS,
  );
});
