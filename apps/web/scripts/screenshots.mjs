/**
 * The pictures of the README, of a product that runs with the seeded people and stories:
 *
 * `node scripts/screenshots.mjs --url http://localhost:3000 --out ../../docs/images` (CHROMIUM_PATH: the browser)
 *
 * `npm run screenshots` in the repository's folder starts and seeds such a product, and calls this.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, expect } from '@playwright/test';
import sharp from 'sharp';

const PASSWORD = 'namaste-safarnama';
const VIEWPORT = { width: 1280, height: 1000 };
/** A README is read on weak lines, too. */
const MAX_BYTES = 250_000;
const FEWEST_COLOURS = 32;
const SCENE = new URL('../src/assets/scenes/ghats.svg', import.meta.url);

const { values } = parseArgs({ options: { url: { type: 'string' }, out: { type: 'string' } } });
const { url, out } = values;
if (url === undefined || out === undefined) throw new Error('--url and --out must be given');

// biome-ignore lint/style/noProcessEnv: the one setting of this script
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
try {
  await mkdir(out, { recursive: true });
  const meera = await signIn('meera.nair@example.com');
  await shoot('home', await openHome(meera));
  await shoot('post', await openStory(meera));
  await shoot('write', await openWriting(meera));
  // With the other person there, the conversation shows who is online.
  await signIn('arjun.rathore@example.com');
  await shoot('chat', await openChat(meera));
} finally {
  await browser.close();
}

/**
 * @param {string} email - of a seeded person.
 * @returns {Promise<import('@playwright/test').Page>}
 */
async function signIn(email) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: VIEWPORT,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  const response = await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  if (!response.ok()) throw new Error(`${email} cannot sign in: ${await response.text()}`);
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

/** @param {import('@playwright/test').Page} page */
async function openHome(page) {
  await page.goto('/');
  await expect(page.getByRole('article').nth(5)).toBeVisible();
  return page;
}

/** @param {import('@playwright/test').Page} page */
async function openStory(page) {
  const response = await page.request.get('/api/post/search?q=Kangchenjunga');
  const { posts } = await response.json();
  const [story] = posts;
  if (story === undefined) throw new Error('The seeded stories are not there');
  await page.goto(`/post/${story.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: story.blogTitle })).toBeVisible();
  return page;
}

/** @param {import('@playwright/test').Page} page */
async function openWriting(page) {
  await page.goto('/add-posts');
  await page.getByLabel('Title').fill('The last boat to Kumarakom');
  await page.getByRole('textbox', { name: 'Your story' }).click();
  await page.keyboard.type('The ferry left Muhamma at ten past five, with eleven people and a bicycle.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Heading', exact: true }).click();
  await page.keyboard.type('शाम की आख़िरी नाव');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Nobody spoke. A woman counted her change twice, and the lake went from ');
  await page.keyboard.press('Control+B');
  await page.keyboard.type('copper to ink');
  await page.keyboard.press('Control+B');
  await page.keyboard.type(' in the time it takes to drink a tea.');
  await page.keyboard.press('Enter');
  for (const line of ['Five rupees, exact change', 'A seat on the left, for the sun']) {
    // An editor makes a list of a line that begins so.
    await page.keyboard.type(line === 'Five rupees, exact change' ? `- ${line}` : line);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Quote' }).click();
  await page.keyboard.type('“The last boat is never full,” said the conductor, “and never empty.”');
  const picture = await sharp(await readFile(SCENE))
    .resize(1200)
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Add a picture')
    .setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: picture });
  await page.getByLabel('Location').fill('Kumarakom, Kerala');
  await page.evaluate(() => window.scrollTo(0, 0));
  return page;
}

/** @param {import('@playwright/test').Page} page */
async function openChat(page) {
  await page.goto('/chat');
  await page
    .getByRole('link', { name: /Arjun Rathore/ })
    .first()
    .click();
  await expect(page.getByText('One question more').last()).toBeVisible();
  // Without the ring around the field.
  await page.getByRole('textbox', { name: 'Message', exact: true }).blur();
  await expect(page.locator('main').getByText('Online', { exact: true }).first()).toBeVisible();
  return page;
}

/**
 * Takes the picture when all of the page is there, with as many colours as its size allows.
 *
 * @param {string} name
 * @param {import('@playwright/test').Page} page
 */
async function shoot(name, page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < window.innerHeight,
    );
    await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
  });
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const file = join(out ?? '', `${name}.png`);
  for (let colours = 256; colours >= FEWEST_COLOURS; colours /= 2) {
    const packed = await sharp(taken)
      .png({ palette: true, colours, effort: 10, compressionLevel: 9 })
      .toBuffer();
    if (packed.length >= MAX_BYTES) continue;
    await writeFile(file, packed);
    const { size } = await stat(file);
    process.stdout.write(`${file}: ${Math.round(size / 1000)} kB, ${colours} colours\n`);
    return;
  }
  throw new Error(`${name} does not fit into ${MAX_BYTES} bytes`);
}
