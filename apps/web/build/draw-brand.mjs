import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import subsetFont from 'subset-font';

/**
 * Renders the icons and the social card from the logo (public/favicon.svg) and a scene. Run `npm run assets:brand` when
 * one of them changes; the output is committed in public.
 */
const PUBLIC = path.resolve(import.meta.dirname, '../public');
const SCENE = path.resolve(import.meta.dirname, '../src/assets/scenes/ghats.svg');
const FONT = fileURLToPath(
  import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
);
const INK = '#241e18';
const CARD = { width: 1200, height: 630 };

const logo = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8');
/** The logo without rounded corners, for systems that apply their own mask. */
const squareLogo = logo.replace(' clip-path="url(#edge)"', '');

await drawIcon(logo, 48, 'favicon-48.png');
await drawIcon(logo, 192, 'icon-192.png');
await drawIcon(logo, 512, 'icon-512.png');
await drawIcon(squareLogo, 180, 'apple-touch-icon.png');
// Scaled so that the logo fits the inner 80 %, the safe zone of maskable icons.
await drawIcon(squareLogo.replace('0 0 64 64', '-8 -8 80 80'), 512, 'icon-maskable-512.png');

// sharp reads fonts only from files and caches their paths, so both lines share one folder.
const fontFolder = await mkdtemp(path.join(tmpdir(), 'safarnama-brand-'));
try {
  await drawCard();
} finally {
  await rm(fontFolder, { recursive: true });
}

async function drawIcon(svg, size, name) {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);
  await picture.png({ compressionLevel: 9, palette: true }).toFile(path.join(PUBLIC, name));
}

/** Draws the social card: the scene, and on its left a sheet of paper with the logo, the name and the tagline. */
async function drawCard() {
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><rect x="56" y="300" width="740" height="274" rx="24" fill="#fffdf8" fill-opacity="0.95"/></svg>`;
  await sharp(await readFile(SCENE), { density: 96 })
    .resize(CARD.width, CARD.height, { fit: 'cover' })
    .composite([
      { input: Buffer.from(sheet) },
      {
        input: await sharp(Buffer.from(logo), { density: 108 }).resize(96, 96).png().toBuffer(),
        left: 96,
        top: 344,
      },
      { input: await renderLine('Safarnama', 600, 84), left: 216, top: 348 },
      { input: await renderLine('Explore India through real stories', 450, 42), left: 96, top: 490 },
    ])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toFile(path.join(PUBLIC, 'social-card.png'));
}

/** Renders a line of text in Fraunces, `size` pixels high, in ink on a transparent background. */
async function renderLine(text, weight, size) {
  const font = await subsetFont(await readFile(FONT), text, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  const fontfile = path.join(fontFolder, `fraunces-${weight}.ttf`);
  await writeFile(fontfile, font);
  const line = { text: `<span foreground="${INK}">${text}</span>`, font: `Fraunces ${size}`, fontfile };
  return sharp({ text: { ...line, rgba: true, dpi: 72 } })
    .png()
    .toBuffer();
}
