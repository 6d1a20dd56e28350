import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import subsetFont from 'subset-font';

/**
 * Draws the icons and the social card out of the mark (public/favicon.svg) and a scene. Run by hand
 * (`pnpm assets:brand`) when one of them changes; the pictures are kept in public.
 */
const PUBLIC = path.resolve(import.meta.dirname, '../public');
const SCENE = path.resolve(import.meta.dirname, '../src/assets/scenes/ghats.svg');
const FACE = fileURLToPath(
  import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
);
const INK = '#241e18';
const CARD = { width: 1200, height: 630 };

const mark = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8');
/** Without its round corners, for systems that cut the shape themselves. */
const square = mark.replace(' clip-path="url(#edge)"', '');

await drawIcon(mark, 48, 'favicon-48.png');
await drawIcon(mark, 192, 'icon-192.png');
await drawIcon(mark, 512, 'icon-512.png');
await drawIcon(square, 180, 'apple-touch-icon.png');
// Whatever matters stands within the inner 80 %, which every mask leaves.
await drawIcon(square.replace('0 0 64 64', '-8 -8 80 80'), 512, 'icon-maskable-512.png');

// sharp reads a face from a file alone, and remembers where it was: one folder for both lines.
const faces = await mkdtemp(path.join(tmpdir(), 'safarnama-brand-'));
try {
  await drawCard();
} finally {
  await rm(faces, { recursive: true });
}

async function drawIcon(svg, size, name) {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);
  await picture.png({ compressionLevel: 9, palette: true }).toFile(path.join(PUBLIC, name));
}

/** The scene with a sheet of paper over its left, and on it the name and what it is. */
async function drawCard() {
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><rect x="56" y="300" width="740" height="274" rx="24" fill="#fffdf8" fill-opacity="0.95"/></svg>`;
  await sharp(await readFile(SCENE), { density: 96 })
    .resize(CARD.width, CARD.height, { fit: 'cover' })
    .composite([
      { input: Buffer.from(sheet) },
      {
        input: await sharp(Buffer.from(mark), { density: 108 }).resize(96, 96).png().toBuffer(),
        left: 96,
        top: 344,
      },
      { input: await setLine('Safarnama', 600, 84), left: 216, top: 348 },
      { input: await setLine('Explore India through real stories', 450, 42), left: 96, top: 490 },
    ])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toFile(path.join(PUBLIC, 'social-card.png'));
}

/** One line in Fraunces, `size` pixels high, ink on nothing. */
async function setLine(text, weight, size) {
  const face = await subsetFont(await readFile(FACE), text, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  const fontfile = path.join(faces, `fraunces-${weight}.ttf`);
  await writeFile(fontfile, face);
  const line = { text: `<span foreground="${INK}">${text}</span>`, font: `Fraunces ${size}`, fontfile };
  return sharp({ text: { ...line, rgba: true, dpi: 72 } })
    .png()
    .toBuffer();
}
