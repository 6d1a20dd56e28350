import { describe, expect, it } from 'vitest';
import { placeOfText } from './index.js';

describe('placeOfText', () => {
  it.each([
    ['Varanasi', 'varanasi'],
    ['वाराणसी, उत्तर प्रदेश', 'varanasi'],
    ['Benares', 'varanasi'],
    ['Jaipur', 'jaipur'],
    ['Goa', 'goa'],
    ['Mumbai', 'mumbai'],
    ['Jaisalmer', 'jaisalmer'],
    ['Puri', 'puri'],
    ['Munnar', 'munnar'],
    ['Hampi', 'hampi'],
    ['Gangtok', 'gangtok'],
    ['பழனி', 'palani'],
    ['Kedarnath', 'kedarnath'],
    ['Fatehpur Sikri', 'fatehpur-sikri'],
    ['Calangute, Goa', 'calangute'],
    ['Mandu, Madhya Pradesh', 'mandu'],
    ['Udaipur, Rajasthan', 'udaipur'],
    ['மதுரை, தமிழ்நாடு', 'madurai'],
    ['Hampi, Karnataka', 'hampi'],
    ['Munnar, Kerala, India', 'munnar'],
    ['Nongriat, Meghalaya', 'nongriat'],
    ['Khuri, Jaisalmer, Rajasthan', 'khuri'],
    ['தனுஷ்கோடி, தமிழ்நாடு', 'dhanushkodi'],
  ])('%s: names one place', (text, slug) => {
    expect(placeOfText(text)?.slug).toBe(slug);
  });

  it('a town and its territory of the same name: takes the town', () => {
    expect(placeOfText('Puducherry')?.kind).toBe('town');
  });

  it.each([
    '',
    'Rampur',
    'Mandu',
    'Rampur, Uttar Pradesh',
    'Aurangabad',
    'Udaipur',
    'Manali',
    'Varanasi, Kerala',
    'Varansi',
    'My home',
    'Vara',
  ])('%j: names none beyond doubt', (text) => {
    expect(placeOfText(text)).toBeNull();
  });
});
