import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSlug } from '@safarnama/contracts/slug';
import { describe, expect, it } from 'vitest';
import { findState, MAP_SIZE, projectPlace, STATE_SHAPES } from './shapes.ts';

const GAZETTEER = path.resolve(import.meta.dirname, '../../../../../../packages/places/data/states.tsv');

/** Reads the states from the gazetteer. */
function readStates() {
  const [header = '', ...rows] = readFileSync(GAZETTEER, 'utf8').trim().split('\n');
  const columns = header.split('\t');
  return rows.map((row) => {
    const cells = row.split('\t');
    const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
    return { name: cell('name'), lat: Number(cell('lat')), lon: Number(cell('lon')) };
  });
}

describe('STATE_SHAPES', () => {
  it('of India: are the states and union territories of the gazetteer, in its order and with the slugs of their names', () => {
    const states = readStates().map(({ name }) => ({ name, slug: createSlug(name) }));

    expect(STATE_SHAPES.map(({ name, slug }) => ({ name, slug }))).toEqual(states);
    expect(states).toHaveLength(36);
  });

  it.each(readStates())('$name: is drawn around its place in the gazetteer, inside the map', (state) => {
    const { x, y } = projectPlace(state);
    const { left, top, width, height } = findState(state.name)?.box ?? {
      left: 0,
      top: 0,
      width: 0,
      height: 0,
    };

    // Chandigarh and Puducherry are drawn up to one unit away from their places.
    expect(x).toBeGreaterThan(left - 1);
    expect(x).toBeLessThan(left + width + 1);
    expect(y).toBeGreaterThan(top - 1);
    expect(y).toBeLessThan(top + height + 1);
    expect(Math.min(left, top)).toBeGreaterThan(0);
    expect(left + width).toBeLessThan(MAP_SIZE.width);
    expect(top + height).toBeLessThan(MAP_SIZE.height);
  });

  it('of small states: have spots, which are easier to point at', () => {
    const small = STATE_SHAPES.filter(({ spots }) => spots.length > 0).map(({ name }) => name);

    expect(small).toEqual([
      'Andaman and Nicobar Islands',
      'Chandigarh',
      'Dadra and Nagar Haveli and Daman and Diu',
      'Delhi',
      'Goa',
      'Lakshadweep',
      'Puducherry',
    ]);
  });
});
