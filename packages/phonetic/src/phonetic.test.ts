import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findWordAt,
  foldWord,
  isWithinEditDistance,
  phoneticKey,
  phoneticKeys,
  phoneticSimilarity,
  splitWords,
  tokenize,
} from './index.js';

describe('phoneticKey', () => {
  it.each([
    ['jaipur', 'jaypur', 'Jaipur', 'जयपुर', 'জয়পুর', 'ਜੈਪੁਰ', 'જયપુર', 'ଜୟପୁର', 'జైపూర్', 'ಜೈಪುರ', 'ജയ്പൂർ'],
    ['jodhpur', 'जोधपुर', 'যোধপুর', 'ਜੋਧਪੁਰ', 'જોધપુર', 'ଯୋଧପୁର', 'ஜோத்பூர்', 'జోధ్‌పూర్', 'ಜೋಧಪುರ', 'ജോധ്പൂർ'],
    ['om', 'aum', 'ओम', 'ॐ'],
    ['ek', 'एक', 'এক', 'ਏਕ'],
    ['aaj', 'आज', 'આજ'],
    ['chai', 'chay', 'चाय', 'চায়', 'ચાય'],
    ['mirchi', 'mirchee', 'मिर्ची', 'મિર્ચી', 'ਮਿਰਚੀ'],
    ['ghat', 'ghaat', 'ghats', 'घाट', 'ঘাট', 'ਘਾਟ', 'ઘાટ', 'ଘାଟ', 'ఘాట్', 'ಘಾಟ್', 'ഘാട്ട്'],
    ['kolkata', 'कोलकाता', 'কলকাতা', 'ਕੋਲਕਾਤਾ', 'કોલકાતા', 'କୋଲକାତା', 'கொல்கத்தா', 'కోల్‌కతా', 'ಕೋಲ್ಕತ್ತಾ', 'കൊൽക്കത്ത'],
    [
      'varanasi',
      'waranasi',
      'वाराणसी',
      'বারাণসী',
      'ਵਾਰਾਣਸੀ',
      'વારાણસી',
      'ବାରାଣସୀ',
      'வாரணாசி',
      'వారణాసి',
      'ವಾರಾಣಸಿ',
      'വാരാണസി',
    ],
    ['chennai', 'சென்னை', 'చెన్నై', 'ಚೆನ್ನೈ', 'ചെന്നൈ', 'चेन्नई', 'চেন্নাই', 'ચેન્નાઈ', 'ਚੇਨਈ', 'ଚେନ୍ନାଇ'],
    ['mumbai', 'मुंबई', 'मुम्बई', 'মুম্বই', 'ਮੁੰਬਈ', 'મુંબઈ', 'ମୁମ୍ବାଇ', 'மும்பை', 'ముంబై', 'ಮುಂಬೈ', 'മുംബൈ'],
    ['bengaluru', 'bangaluru', 'ಬೆಂಗಳೂರು', 'பெங்களூரு', 'బెంగళూరు', 'ബെംഗളൂരു', 'बेंगलुरु', 'বেঙ্গালুরু'],
    ['madurai', 'மதுரை', 'మదురై', 'ಮದುರೈ', 'മധുരൈ', 'मदुरै'],
    ['thiruvananthapuram', 'tiruvanantapuram', 'തിരുവനന്തപുരം', 'திருவனந்தபுரம்', 'तिरुवनंतपुरम', 'ತಿರುವನಂತಪುರಂ'],
    ['meenakshi', 'minakshi', 'மீனாட்சி', 'मीनाक्षी', 'ಮೀನಾಕ್ಷಿ', 'മീനാക്ഷി', 'মীনাক্ষী'],
    ['lakshmi', 'laxmi', 'लक्ष्मी', 'ಲಕ್ಷ್ಮಿ', 'ലക്ഷ്മി'],
    ['gurdwara', 'gurudwara', 'गुरुद्वारा', 'ਗੁਰਦੁਆਰਾ', 'ગુરુદ્વારા'],
    ['dwarka', 'द्वारका', 'દ્વારકા', 'দ্বারকা'],
    ['bhubaneswar', 'bhuvaneshwar', 'ଭୁବନେଶ୍ୱର', 'भुवनेश्वर', 'ভুবনেশ্বর'],
    ['chandigarh', 'चंडीगढ़', 'ਚੰਡੀਗੜ੍ਹ', 'ચંડીગઢ', 'চণ্ডীগড়'],
    ['darjeeling', 'darjiling', 'দার্জিলিং', 'दार्जिलिंग'],
    ['kozhikode', 'കോഴിക്കോട്', 'கோழிக்கோடு'],
    ['krishna', 'krushna', 'कृष्ण', 'কৃষ্ণ', 'କୃଷ୍ଣ', 'కృష్ణ', 'ಕೃಷ್ಣ'],
    ['gyan', 'jnan', 'ज्ञान', 'ਗਿਆਨ'],
    ['jongaon', 'जोनगाँव', 'जोनगांव', 'જોનગાંવ', 'জোনগাঁও'],
    ['station', 'स्टेशन', 'স্টেশন'],
    ['quila', 'qila', 'kila', 'क़िला', 'किला'],
    ['wazir', 'vajir', 'वज़ीर', 'ਵਜ਼ੀਰ'],
    ['idli', 'இட்லி', 'ఇడ్లీ', 'ಇಡ್ಲಿ', 'ഇഡ്ലി', 'इडली'],
    ['ananya', 'अनन्या', 'অনন্যা'],
    ['goa', 'गोवा', 'గోవా', 'ગોવા'],
    ['shah', 'शाह', 'શાહ'],
    ['subah', 'सुबह', 'સુબહ'],
    ['jagah', 'जगह'],
    ['tarah', 'तरह'],
    ['wajah', 'वजह'],
    ['barah', 'बारह', 'ਬਾਰਹ'],
    ['nair', 'nayar', 'നായർ'],
    ['patola', 'પટોળાં'],
    ['fort', 'फ़ोर्ट', 'ஃபோர்ட்', 'ഫോർട്ട്'],
    ['2024', '२०२४', '২০২৪', '௨௦௨௪', '౨౦౨౪', '２０２４'],
  ])('for spellings of %s: is the same', (first, ...others) => {
    const keys = others.map((word) => phoneticKey(word));

    expect(keys).toEqual(others.map(() => phoneticKey(first)));
  });
});

describe('phoneticKeys', () => {
  it.each([
    ['গগৈ', 'gogoi', 'gogoy'],
    ['বরা', 'bora', 'bara', 'borah'],
    ['জয়', 'joy', 'jay'],
    ['রবি', 'robi', 'rabi'],
    ['দত্ত', 'datta', 'dott'],
    ['বন', 'bon', 'ban'],
    ['অসীম', 'osim', 'asim', 'aseem'],
    ['মণ্ডল', 'mondal', 'mandal'],
    ['বসু', 'bosu', 'basu'],
  ])('of %s: have the keys of its spellings with o and with a', (word, ...spellings) => {
    const keys = phoneticKeys(word);

    expect(spellings.filter((spelling) => !keys.includes(phoneticKey(spelling)))).toEqual([]);
  });

  it.each([
    ['सड़क', 'sadak', 'sarak'],
    ['गाड़ी', 'gadi', 'gari', 'gaadi'],
    ['घोड़ा', 'ghoda', 'ghora'],
    ['लड़की', 'ladki', 'larki'],
    ['पहाड़ी', 'pahadi', 'pahari'],
    ['पकोड़ा', 'pakoda', 'pakora'],
    ['पढ़ाई', 'padhai', 'parhai'],
    ['जूनागढ', 'junagadh', 'junagarh'],
    ['જૂનાગઢ', 'junagadh', 'junagarh'],
    ['ਪਕੌੜਾ', 'pakoda', 'pakora'],
  ])('of %s: have the keys of its spellings with d and with r', (word, ...spellings) => {
    const keys = phoneticKeys(word);

    expect(spellings.filter((spelling) => !keys.includes(phoneticKey(spelling)))).toEqual([]);
  });

  it('of other words: have one key', () => {
    for (const word of ['गगन', 'डाल', 'ढोल', 'ଗଗନ', 'gogoi', 'ગગન', '1947'])
      expect(phoneticKeys(word)).toEqual([phoneticKey(word)]);
  });
});

describe('phoneticSimilarity', () => {
  it.each([
    ['सड़क', 'sadak'],
    ['सड़क', 'sarak'],
  ])('of %s and %s: is that of words that sound the same', (a, b) => {
    expect(phoneticSimilarity(a, b)).toBeGreaterThan(0.9);
  });
});

describe('tokenize', () => {
  it('for a text: returns its words with their offsets', () => {
    const text = '“जयपुर” is Meera’s 1st café!';

    const words = tokenize(text).map(({ word, start, end }) => [word, text.slice(start, end)]);

    expect(words).toEqual([
      ['जयपुर', 'जयपुर'],
      ['is', 'is'],
      ['meera', 'Meera’s'],
      ['1st', '1st'],
      ['cafe', 'café'],
    ]);
  });
});

describe('findWordAt', () => {
  it('finds each word of splitWords by its position, and returns null after the last one', () => {
    const texts = ['“जयपुर” is Meera’s 1st café!', '東京 2024, ಮೈಸೂರು', ''];

    for (const text of texts) {
      const words = [...splitWords(text)];

      expect(words.map((_word, position) => findWordAt(text, position))).toEqual(words);
      expect(findWordAt(text, words.length)).toBeNull();
      expect([...splitWords(text)]).toEqual(words);
    }
  });
});

describe('phoneticKey of a script', () => {
  it.each([
    ['Devanagari', 0x0900],
    ['Bengali', 0x0980],
    ['Gurmukhi', 0x0a00],
    ['Gujarati', 0x0a80],
    ['Odia', 0x0b00],
    ['Tamil', 0x0b80],
    ['Telugu', 0x0c00],
    ['Kannada', 0x0c80],
    ['Malayalam', 0x0d00],
  ])('%s: contains no letter of the script, and is not empty for any letter', (_name, first) => {
    const characters = Array.from({ length: 0x80 }, (_, offset) => String.fromCodePoint(first + offset));
    const letters = characters.filter((character) => /[\p{L}\p{N}]/u.test(character));
    const silent = letters.filter((letter) => phoneticKey(letter) === '');

    const inWords = characters.map((character) => phoneticKey(`${letters[20]}${character}${letters[20]}`));

    expect(inWords.join('')).toMatch(/^[a-z0-9]+$/);
    expect(letters.map((letter) => phoneticKey(letter)).join('')).toMatch(/^[a-z0-9]+$/);
    expect(silent).toEqual([]);
  });
});

describe('any text', () => {
  it('is split into words whose offsets are exact and whose keys are ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { word, key, start, end } of tokenize(text)) {
          expect(foldWord(text.slice(start, end))).toBe(word);
          expect(foldWord(word)).toBe(word);
          expect(key).toMatch(/^[a-z0-9]+$/);
        }
      }),
    );
  });
});

describe('phoneticSimilarity', () => {
  it.each([
    ['drosera', 'ड्रोसेरा', 'തൃശ്ശൂർ'],
    ['kolkata', 'কলকাতা', 'kozhikode'],
    ['patan', 'પાટણ', 'patna'],
    ['jaipur', 'जयपुर', 'jabbar'],
    ['gogoi', 'গগৈ', 'gagak'],
  ])('for %s: is closer to %s than to %s', (word, same, other) => {
    expect(phoneticSimilarity(word, same)).toBeGreaterThan(phoneticSimilarity(word, other));
    expect(phoneticSimilarity(word, same)).toBeGreaterThan(0.9);
  });

  it('for the same word: is 1', () => {
    expect(phoneticSimilarity('ghat', 'Ghat')).toBe(1);
  });

  it('for words longer than real ones: compares their beginnings', () => {
    const beginning = 'rajasthan'.repeat(5);

    expect(phoneticSimilarity(`${beginning}mumbai`, `${beginning}kolkata`)).toBe(1);
    expect(phoneticSimilarity(`mumbai${beginning}`, `kolkata${beginning}`)).toBeLessThan(1);
  });
});

describe('foldWord', () => {
  it('for different forms of one word: returns the same result', () => {
    expect(foldWord('CAFE\u0301')).toBe(foldWord('café'));
    expect(foldWord('ന്\u200d')).toBe(foldWord('ൻ'));
    expect(foldWord('Ｇｏａ')).toBe('goa');
    expect(foldWord('१२३')).toBe('123');
  });
});

describe('a long hostile text', () => {
  it.each([
    'a',
    "a'",
    'ghao',
    '\u0915',
    '\u0915\u094d',
    '\u0915\u093c',
    '\u0ba8\u0ba9\u0bcd\u0bb1\u0bcd',
    '\u0301',
    '\u200d',
    '字',
    '👩🏽‍🚀',
    '\ufdfa',
  ])('of %j: is split into words in time proportional to its length', (part) => {
    // In quadratic time, this would take longer than the timeout of the test.
    const text = part.repeat(1_000_000 / part.length);

    const tokens = tokenize(text);

    expect(tokens.every(({ word }) => word.length <= 64)).toBe(true);
  });
});

describe('isWithinEditDistance', () => {
  it.each([
    ['jaipur', 'jaipru', 1, true],
    ['jaipur', 'jipur', 1, true],
    ['jaipur', 'jaippur', 1, true],
    ['jaipur', 'jodpur', 1, false],
    ['varanasi', 'baranashi', 2, true],
    ['varanasi', 'varansai', 1, true],
    ['varanasi', 'varnasai', 1, false],
    ['varanasi', 'varnasai', 2, true],
    ['banana', 'bana', 1, false],
    ['banana', 'bana', 2, true],
    ['', 'a', 1, true],
    ['', 'ab', 1, false],
    ['ab', 'ba', 1, true],
    ['ab', 'cd', 1, false],
  ])('for %s and %s within %i: is %s', (a, b, edits, expected) => {
    expect(isWithinEditDistance(a, b, edits)).toBe(expected);
    expect(isWithinEditDistance(b, a, edits)).toBe(expected);
  });
});
