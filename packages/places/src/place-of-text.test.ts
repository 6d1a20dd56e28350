import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPlaces, placeOfText } from './index.js';

/** The states, with their names in other scripts. */
const STATES = readFileSync(new URL('../data/states.tsv', import.meta.url), 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [code = '', name = '', , localName = '', hindiName = '', , , otherNames = ''] = line.split('\t');
    const names = [localName, hindiName, ...otherNames.split('|')].filter((each) => /[^ -~]/.test(each));
    return { code, name, names };
  });

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
    ['Udaipur; Rajasthan', 'udaipur'],
    ['Udaipur، Rajasthan', 'udaipur'],
    ['Udaipur、Rajasthan', 'udaipur'],
    ['மதுரை, தமிழ்நாடு', 'madurai'],
    ['Hampi, Karnataka', 'hampi'],
    ['Munnar, Kerala, India', 'munnar'],
    ['Nongriat, Meghalaya', 'nongriat'],
    ['Khuri, Jaisalmer, Rajasthan', 'khuri'],
    ['Port Blair, Andaman & Nicobar', 'port-blair'],
    ['जम्मू एवं कश्मीर', 'jammu-and-kashmir'],
    ['தனுஷ்கோடி, தமிழ்நாடு', 'dhanushkodi'],
  ])('%s: names one place', (text, slug) => {
    expect(placeOfText(text)?.slug).toBe(slug);
  });

  it.each([
    ...['India', 'Bharat', 'Hindustan'],
    ...['भारत', 'भारतवर्ष', 'इंडिया', 'इण्डिया', 'हिंदुस्तान'],
    ...['ভারত', 'ভারতবর্ষ', 'ভাৰত', 'ইন্ডিয়া', 'ইণ্ডিয়া'],
    ...['ભારત', 'ઇન્ડિયા', 'ઈન્ડિયા', 'ਭਾਰਤ', 'ਇੰਡੀਆ', 'ଭାରତ', 'ଇଣ୍ଡିଆ'],
    ...['இந்தியா', 'பாரதம்', 'భారతదేశం', 'భారత్', 'ఇండియా', 'ಭಾರತ', 'ಇಂಡಿಯಾ', 'ഇന്ത്യ', 'ഭാരതം'],
    ...['بھارت', 'ہندوستان', 'انڈیا', 'རྒྱ་གར'],
  ])('%s: names the country', (text) => {
    expect(placeOfText(text)?.slug).toBe('india');
  });

  it.each(['Indi', 'ಇಂಡಿ'])('%s: names the town, whose name sounds like that of the country', (text) => {
    expect(placeOfText(text)).toMatchObject({ name: 'Indi', kind: 'town' });
  });

  it.each([
    ['Kerala', 'kerala'],
    ['Kerala, India', 'kerala'],
    ['Bihar', 'bihar'],
    ['Manipur', 'manipur'],
  ])('%s: names the state in spite of many villages of its name', (text, slug) => {
    expect(placeOfText(text)).toMatchObject({ slug, kind: 'state' });
  });

  it.each(STATES)('$name: is named by its names in all scripts', ({ code, name, names }) => {
    const isPlace = (text: string) => {
      const place = placeOfText(text);
      // A town with the name of its territory is taken instead.
      return (
        place?._id === `sf-state-${code.toLowerCase()}` || (place?.kind === 'town' && place.name === name)
      );
    };
    expect(names.filter((each) => !isPlace(each))).toEqual([]);
  });

  it.each(['బీహార్', 'బిహార్'])(
    '%s: names Bihar rather than the town of Baihar, which has that name too',
    (text) => {
      expect(placeOfText(text)?.slug).toBe('bihar');
      expect(placeOfText(`${text}, Madhya Pradesh`)?.name).toBe('Baihar');
    },
  );

  it.each([...['ಕೇರಳ', 'கேரளா', 'కేరళ', 'কেরালা', 'કેરળ', 'ਕੇਰਲ', 'କେରଳ', 'കേരളം', 'केरळ', 'کیرالہ']])(
    '%s: names Kerala',
    (text) => {
      expect(placeOfText(text)?.slug).toBe('kerala');
    },
  );

  it.each(['Lakshadweep', 'लक्षद्वीप', 'ലക്ഷദ്വീപ്', 'Lakshadweep, India'])(
    '%s: names the territory rather than its district of the same name',
    (text) => {
      expect(placeOfText(text)).toMatchObject({ slug: 'lakshadweep', kind: 'state' });
    },
  );

  it('with the name of a town and of its territory: returns the town', () => {
    expect(placeOfText('Puducherry')?.kind).toBe('town');
  });

  it.each([
    ...[
      'Mall Road',
      'माल रोड',
      'Mall Road, India',
      'The Ridge',
      'MG Road',
      'City Palace',
      'सिटी पैलेस',
      'Sheesh Mahal',
    ],
    ...[
      'Jama Masjid',
      'जामा मस्जिद',
      'Shanti Stupa',
      'Christ Church',
      'Gandhi Ashram',
      'Rose Garden',
      'New Market',
    ],
    ...['Jagannath Temple', 'जगन्नाथ मंदिर', 'Zero Point'],
  ])('%s: names no place, because many towns have one', (text) => {
    expect(placeOfText(text)).toBeNull();
  });

  it.each(['Western Ghats', 'Western Ghats, India', 'Bundelkhand', 'बुंदेलखंड'])(
    '%s: names no place, because the region spans several states',
    (text) => {
      expect(placeOfText(text)).toBeNull();
      expect(findPlaces(text)[0]?.place.kind).toBe('region');
    },
  );

  it.each([
    ['Bundelkhand, Uttar Pradesh', 'Bundelkhand'],
    ['Mall Road, Shimla', 'Mall Road'],
    ['माल रोड, शिमला', 'Mall Road'],
    ['City Palace, Udaipur, Rajasthan', 'City Palace of Udaipur'],
    ['City Palace of Udaipur', 'City Palace of Udaipur'],
    ['Jama Masjid, Delhi', 'Jama Masjid'],
    ['Jagannath Temple, Puri', 'Jagannath Temple'],
  ])('%s: names the one in this town', (text, name) => {
    expect(placeOfText(text)?.name).toBe(name);
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
    'मकोली', // sounds like Meghalaya, and like villages whose names we have in English only
  ])('%j: names no place beyond doubt', (text) => {
    expect(placeOfText(text)).toBeNull();
  });
});
