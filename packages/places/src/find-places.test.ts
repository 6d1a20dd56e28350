import { describe, expect, it } from 'vitest';
import { findPlaces, placeById } from './index.js';
import { requirePlace } from './testing/require-place.js';

const nameFound = (query: string) => findPlaces(query)[0]?.place.name;

describe('findPlaces', () => {
  it.each([
    ['an English name', 'Jodhpur', 'Jodhpur'],
    ['other case and accents', 'JŌDHPUR', 'Jodhpur'],
    ['Devanagari', 'जोधपुर', 'Jodhpur'],
    ['Tamil', 'சென்னை', 'Chennai'],
    ['Bengali', 'কলকাতা', 'Kolkata'],
    ['an old name', 'Benares', 'Varanasi'],
    ['an old name in Devanagari', 'काशी', 'Varanasi'],
    ['a colloquial name', 'Pondi', 'Puducherry'],
    ['the beginning of a name', 'thiruvanan', 'Thiruvananthapuram'],
    ['the beginning of an old name', 'banar', 'Varanasi'],
    ['the first syllable of a name', 'jai', 'Jaipur'],
    ['the first two syllables', 'rishi', 'Rishikesh'],
    ['its first three letters', 'mum', 'Mumbai'],
    ['its first letters in Devanagari', 'जैसल', 'Jaisalmer'],
    ['its first letters in another case', 'KOC', 'Kochi'],
    ['one wrong letter', 'Jaisalmir', 'Jaisalmer'],
    ['a wrong first letter', 'Lolkata', 'Kolkata'],
    ['the first two letters swapped', 'okchi', 'Kochi'],
    ['a letter before the name', 'mJodhpur', 'Jodhpur'],
    ['two wrong letters of a long name', 'Bhubneshwer', 'Bhubaneswar'],
    ['one wrong letter too many, among names that sound alike', 'Tezpore', 'Tezpur'],
    ['a short vowel instead of a long one', 'ગિર', 'Gir National Park'],
    ['two words written as one', 'bodhgaya', 'Bodh Gaya'],
    ['a valley of our list', 'spiti', 'Spiti Valley'],
    ['a lake in Hindi', 'चिल्का', 'Chilika Lake'],
    ['a region by its other name', 'Kodagu', 'Coorg'],
    ['a ruin in Bengali', 'ঊনকোটি', 'Unakoti'],
    ['a name with the kind of the place', 'Chandratal Lake', 'Chandratal'],
    ['a name with the kind of the place in Hindi', 'Jhansi ka kila', 'Jhansi'],
    ['a name without its first word', 'Blair', 'Port Blair'],
    ['a name with other words', 'Assi Ghat at five', 'Assi Ghat'],
  ])('finds a place by %s', (_case, query, name) => {
    expect(nameFound(query)).toBe(name);
  });

  it.each([
    ['after a comma', 'Rampur, Himachal Pradesh'],
    ['without a comma', 'Rampur Himachal Pradesh'],
    ['in another script', 'रामपुर, हिमाचल प्रदेश'],
    ['by its abbreviation', 'Rampur, HP'],
  ])('restricts the places to a state named %s', (_case, query) => {
    expect(findPlaces(query)[0]?.place).toMatchObject({ name: 'Rampur', state: 'Himachal Pradesh' });
  });

  it.each([
    ['Rampur, Himachal Pradesh, India', 'Rampur', 'Himachal Pradesh'],
    ['Aurangabad, Bihar, India', 'Aurangabad', 'Bihar'],
    ['औरंगाबाद, बिहार, भारत', 'Aurangabad', 'Bihar'],
    ['Udaipur, Tripura, India', 'Udaipur', 'Tripura'],
    ['Bilaspur, Himachal Pradesh, India', 'Bilaspur', 'Himachal Pradesh'],
    ['Udaipur, near the lake, Tripura', 'Udaipur', 'Tripura'],
    ['Rampur, Shimla, Himachal Pradesh', 'Rampur', 'Himachal Pradesh'],
    ['Rampur, Kullu, Himachal Pradesh', 'Rampur', 'Himachal Pradesh'],
  ])('%s: finds the place in its state, whatever else the text names', (query, name, state) => {
    expect(findPlaces(query)[0]?.place).toMatchObject({ name, state });
  });

  it.each([
    ['காசி', 'Varanasi'],
    ['কাশী', 'Varanasi'],
    ['ऊटी', 'Ooty'],
    ['अलप्पुझा', 'Alappuzha'],
  ])(
    '%s: finds the place that has this name in another script before longer names in its script',
    (query, name) => {
      expect(nameFound(query)).toBe(name);
    },
  );

  it.each([
    ['Chandigarh, Punjab', 'Chandigarh'],
    ['चंडीगढ़, पंजाब', 'Chandigarh'],
    ['Nainital, Uttar Pradesh', 'Nainital'],
    ['Nainital Uttar Pradesh', 'Nainital'],
    ['नैनीताल, उत्तर प्रदेश', 'Nainital'],
    ['நைனிதால், உத்தர பிரதேசம்', 'Nainital'],
    ['Mnali, Himachal Pradesh', 'Manali'],
    ['Deogarh, Jharkhand', 'Deoghar'],
  ])(
    '%s: finds the place with this spelling rather than one in the state that only sounds similar',
    (query, name) => {
      expect(nameFound(query)).toBe(name);
    },
  );

  it.each([
    ['Andaman & Nicobar Islands', 'Andaman and Nicobar Islands'],
    ['अंडमान एवं निकोबार', 'Andaman and Nicobar'],
    ['Daman & Diu', 'Daman and Diu'],
    ['दमन और दीव', 'Daman and Diu'],
    ['Jammu & Kashmir', 'Jammu and Kashmir'],
    ['जम्मू & कश्मीर', 'Jammu and Kashmir'],
    ['जम्मू एवं कश्मीर', 'Jammu and Kashmir'],
    ['Lahaul & Spiti', 'Lahaul and Spiti'],
    ['Keylong, Lahaul & Spiti', 'Keylong, Lahaul and Spiti'],
    ['Srinagar, J & K', 'Srinagar, J and K'],
  ])('%s: finds the same place as %s', (query, sameQuery) => {
    const found = findPlaces(query)[0]?.place;
    expect(found).toBeDefined();
    expect(found).toEqual(findPlaces(sameQuery)[0]?.place);
  });

  it('finds both places that a text names', () => {
    const names = findPlaces('कुल्लू मनाली').map(({ place }) => place.name);
    expect(names.slice(0, 2).sort()).toEqual(['Kullu', 'Manali']);
  });

  it.each(['My balcony', 'Somewhere in the hills'])(
    'for “%s”, whose words only sound like places: finds none',
    (text) => {
      expect(findPlaces(text)).toEqual([]);
    },
  );

  it('finds a misspelled place, although a village is spelled nearly so', () => {
    const names = findPlaces('Tarkali').map(({ place }) => place.name);
    expect(names.slice(0, 3)).toContain('Tarkarli');
  });

  it('returns the name that matched the query, in the script of the query', () => {
    expect(findPlaces('banar')[0]?.matched).toBe('Banaras');
    expect(findPlaces('काशी')[0]?.matched).toBe('काशी');
    expect(findPlaces('Varanasi')[0]?.matched).toBe('Varanasi');
  });

  it('ranks the city before villages of the same name', () => {
    const [first, ...others] = findPlaces('Rampur', { limit: 20 });
    expect(first?.place).toMatchObject({ kind: 'town', district: 'Rampur', state: 'Uttar Pradesh' });
    expect(others).toHaveLength(19);
  });

  it('ranks a place before others of the same name when it is near where the user was, or has stories', () => {
    const bushahr = findPlaces('Rampur, Himachal Pradesh')[0]?.place;
    const countOf = (placeId: string) => (placeId === bushahr?._id ? 40 : 0);

    expect(findPlaces('Rampur', { near: [requirePlace('shimla')] })[0]?.place).toEqual(bushahr);
    expect(findPlaces('Rampur', { storyCountOf: countOf })[0]?.place).toEqual(bushahr);
    expect(findPlaces('Rampur', { near: [], storyCountOf: () => 0 })).toEqual(findPlaces('Rampur'));
  });

  it('ranks a place with a matching name before a nearby place', () => {
    const near = [requirePlace('varanasi')];
    for (const name of ['Goa', 'Jaipur', 'Delhi', 'Kochi', 'Kullu']) {
      expect(findPlaces(name, { near })[0]?.place.name).toBe(findPlaces(name)[0]?.place.name);
    }
  });

  it.each(['सफर', 'camel', 'budget', 'food'])(
    'without guesses: finds none for the everyday word %s',
    (query) => {
      expect(findPlaces(query)).not.toEqual([]);
      expect(findPlaces(query, { guess: false })).toEqual([]);
    },
  );

  it('without guesses, for a word in another script: finds only places that sound the same', () => {
    const namesFound = (guess: boolean) => findPlaces('बारिश', { guess }).map(({ place }) => place.name);

    expect(namesFound(true)).toContain('George Town');
    expect(namesFound(false)).not.toContain('George Town');
  });

  it.each([
    ['jaypur', 'Jaipur'],
    ['udaypur', 'Udaipur'],
    ['varanashi', 'Varanasi'],
    ['varanas', 'Varanasi'],
    ['banar', 'Varanasi'],
    ['जैसल', 'Jaisalmer'],
    ['காசி', 'Varanasi'],
    ['কোচি', 'Kochi'],
    ['Mnali, Himachal Pradesh', 'Manali'],
    ['Chandratal Lake', 'Chandratal'],
    ['Assi Ghat at five', 'Assi Ghat'],
  ])('without guesses: still finds %s', (query, name) => {
    expect(findPlaces(query, { guess: false })[0]?.place.name).toBe(name);
  });

  it('without prefix: does not complete a name', () => {
    const names = findPlaces('thiruvanan', { prefix: false }).map(({ place }) => place.name);
    expect(names).not.toContain('Thiruvananthapuram');
  });

  it.each(['', ' ', ',', '…', '😀', '!?', 'qqqqzzzz'])('finds nothing for %j', (query) => {
    expect(findPlaces(query)).toEqual([]);
  });

  it('accepts any text', () => {
    for (const query of [
      'a'.repeat(10_000),
      'ab '.repeat(5_000),
      ','.repeat(5_000),
      '\u0000',
      '\ud800',
      'ก'.repeat(500),
    ]) {
      expect(() => findPlaces(query)).not.toThrow();
    }
  });
});

describe('placeById', () => {
  it('with an unknown id: returns null', () => {
    expect(placeById('gn-0')).toBeNull();
    expect(placeById('')).toBeNull();
    expect(placeById('__proto__')).toBeNull();
  });
});
