import { describe, expect, it } from 'vitest';
import { listAncestors, listNames, placeById, placeBySlug } from './index.js';

const VARANASI = 'gn-1253405';

describe('the gazetteer', () => {
  it('has each place by id and by slug', () => {
    const place = placeById(VARANASI);
    expect(place).toMatchObject({
      slug: 'varanasi',
      name: 'Varanasi',
      localName: 'वाराणसी',
      kind: 'town',
      state: 'Uttar Pradesh',
      district: 'Varanasi',
    });
    expect(placeBySlug('varanasi')).toEqual(place);
    expect(placeBySlug('varanasii')).toBeNull();
  });

  it("gives the slug of a state's name to the state: the web app links to states by it", () => {
    const states = [
      'Uttar Pradesh',
      'Jammu and Kashmir',
      'Delhi',
      'Chandigarh',
      'Puducherry',
      'Lakshadweep',
      'Goa',
    ];

    for (const name of states) {
      expect(placeBySlug(name.toLowerCase().replaceAll(' ', '-'))).toMatchObject({ name, kind: 'state' });
    }
  });

  it('finds the remaining place by the id and the slug of a former duplicate', () => {
    const place = placeBySlug('rishikesh');
    expect(place).toMatchObject({ _id: 'sf-rishikesh-uttarakhand', kind: 'town' });
    expect(placeById('gn-1258128')).toEqual(place);
    expect(placeBySlug('rishikesh-dehradun-uttarakhand')).toEqual(place);
    expect([placeById('rishikesh-dehradun-uttarakhand'), placeBySlug('gn-1258128')]).toEqual([null, null]);
    expect(listAncestors({ _id: 'gn-1258128' }).map(({ name }) => name)).toEqual([
      'Dehradun',
      'Uttarakhand',
      'India',
    ]);
  });

  it('lists the places that a place lies in', () => {
    const ancestors = listAncestors({ _id: VARANASI });
    expect(ancestors.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'district Varanasi',
      'state Uttar Pradesh',
      'country India',
    ]);
    expect(listAncestors({ _id: 'sf-india' })).toEqual([]);
  });

  it('leaves the district of a post office empty when it has been divided since', () => {
    const village = placeBySlug('osian');
    expect(village).toMatchObject({ kind: 'village', state: 'Rajasthan', district: '' });
    expect(listAncestors(village ?? { _id: '' }).map(({ kind }) => kind)).toEqual(['state', 'country']);
  });

  it('lists every name of a place once', () => {
    const place = placeById(VARANASI);
    const names = place ? listNames(place) : [];
    expect(names).toEqual(expect.arrayContaining(['Varanasi', 'वाराणसी', 'Banaras', 'Kashi', 'काशी']));
    expect(new Set(names).size).toBe(names.length);
  });
});
