import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/**
 * Subsets the fonts to the weights and characters we use, one file per script, so that a page loads only the scripts
 * that appear on it. Run `npm run assets:fonts` after updating a font package; the output is committed in
 * src/assets/fonts, and the ranges have to match src/styles/fonts.css.
 */
const OUT = path.resolve(import.meta.dirname, '../src/assets/fonts');
/** Body text is 400; headings and names go up to 700. */
const WEIGHTS = { wght: { min: 400, max: 700, default: 400 } };

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2212';
/** Letters of other European languages, and those of romanized Indian names (ā ṣ ṇ ḍ). */
const LATIN_EXT = 'U+0100-0130,U+0132-0151,U+0154-024F,U+0300-0304,U+0308,U+0323,U+0331,U+1E00-1EFF,U+20B9';
/** The full stop of most Indic scripts, in a file of its own, so that Bengali text does not load Devanagari. */
const DANDA = 'U+0964-0965';
/** Joiners and the dotted circle, which every Indic script needs to form clusters. */
const JOINERS = 'U+200C-200D,U+25CC';

const FONTS = [
  [
    'fraunces-latin',
    import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
    LATIN,
  ],
  [
    'fraunces-latin-ext',
    import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2'),
    LATIN_EXT,
  ],
  [
    'source-serif-latin',
    import.meta.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
    LATIN,
  ],
  [
    'source-serif-latin-italic',
    import.meta.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2'),
    LATIN,
  ],
  [
    'source-serif-latin-ext',
    import.meta.resolve(
      '@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2',
    ),
    LATIN_EXT,
  ],
  [
    'noto-serif-devanagari',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2',
    ),
    `U+0900-0963,U+0966-097F,U+1CD0-1CF9,U+A8E0-A8FF,${JOINERS}`,
  ],
  [
    'noto-serif-danda',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2',
    ),
    DANDA,
  ],
  [
    'noto-serif-tamil',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-tamil/files/noto-serif-tamil-tamil-wght-normal.woff2',
    ),
    `U+0B82-0BFA,${JOINERS}`,
  ],
  [
    'noto-serif-bengali',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-bengali/files/noto-serif-bengali-bengali-wght-normal.woff2',
    ),
    `U+0980-09FE,${JOINERS}`,
  ],
  [
    'noto-serif-telugu',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-telugu/files/noto-serif-telugu-telugu-wght-normal.woff2',
    ),
    `U+0C00-0C7F,${JOINERS}`,
  ],
  [
    'noto-serif-gujarati',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-gujarati/files/noto-serif-gujarati-gujarati-wght-normal.woff2',
    ),
    `U+0A80-0AFF,${JOINERS}`,
  ],
  [
    'noto-serif-kannada',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-kannada/files/noto-serif-kannada-kannada-wght-normal.woff2',
    ),
    `U+0C80-0CF3,${JOINERS}`,
  ],
  [
    'noto-serif-malayalam',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-malayalam/files/noto-serif-malayalam-malayalam-wght-normal.woff2',
    ),
    `U+0D00-0D7F,${JOINERS}`,
  ],
  [
    'noto-serif-gurmukhi',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-gurmukhi/files/noto-serif-gurmukhi-gurmukhi-wght-normal.woff2',
    ),
    `U+0A01-0A76,${JOINERS}`,
  ],
  [
    'noto-serif-oriya',
    import.meta.resolve(
      '@fontsource-variable/noto-serif-oriya/files/noto-serif-oriya-oriya-wght-normal.woff2',
    ),
    `U+0B01-0B77,${JOINERS}`,
  ],
];

/** All characters of a `unicode-range`. */
function charactersOf(range) {
  return range
    .split(',')
    .map((part) => {
      const [first, last = first] = part
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
        '',
      );
    })
    .join('');
}

for (const [name, source, range] of FONTS) {
  const font = await readFile(fileURLToPath(source));
  const subset = await subsetFont(font, charactersOf(range), {
    targetFormat: 'woff2',
    variationAxes: WEIGHTS,
  });
  await writeFile(path.join(OUT, `${name}.woff2`), subset);
  console.log(`${name}: ${subset.length} bytes of ${font.length}`);
}
