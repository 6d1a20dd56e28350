/** `LIMITS.placeQuery` of the contracts. */
const MAX_LENGTH = 100;
const NAMES = ['रामपुर', 'রামপুর', 'ਰਾਮਪੁਰ', 'રામપુર', 'ରାମପୁର', 'ராமபுரம்', 'రామాపురం', 'ರಾಮಪುರ', 'രാമപുരം', 'Rampur'];
const LATIN_LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Expensive queries: prefixes of very many names, names shared by very many places, misspellings, long texts. */
export const UNUSUAL_QUERIES: readonly string[] = [
  ...LATIN_LETTERS,
  ...[...LATIN_LETTERS].map((letter) => `${letter}a`),
  ...NAMES.flatMap((name) => [name.slice(0, 1), name.slice(0, 2), name.slice(0, 3), name]),
  // One extra letter at the end.
  ...NAMES.map((name) => name + name.at(-1)),
  ...NAMES.map((name) => name.repeat(MAX_LENGTH).slice(0, MAX_LENGTH)),
  ...NAMES.map((name) => `${name} `.repeat(MAX_LENGTH).slice(0, MAX_LENGTH)),
  ...[
    'pur',
    'ram',
    'nag',
    'kal',
    'gaon',
    'ganj',
    'nagar',
    'Krishnapuramm',
    'Gopalpurr',
    'Thiruvananthapurammm',
  ],
  ...['Rampur, Uttar Pradesh', 'Rampur Uttar Pradesh', 'Rammpur, Uttar Pradesh', 'रामपुर, उत्तर प्रदेश'],
  'rampur uttar pradesh bihar delhi goa assam india',
  'the village of rampur near the river in uttar pradesh',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  LATIN_LETTERS.repeat(MAX_LENGTH).slice(0, MAX_LENGTH),
  ...['1234', '🙂🙂🙂', 'новый', '東京', ',,,,', "'".repeat(MAX_LENGTH)],
];
