/**
 * Draws the web app's own pictures again (hero, fallback, empty states): one SVG file a scene.
 * Run: pnpm --filter @safarnama/api scenes
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Hour } from './scenes/palette.js';
import { drawScene, SCENE_NAMES, type SceneName } from './scenes.js';

const FOLDER = path.join(import.meta.dirname, '../../../web/src/assets/scenes');
/** They come with every first visit. */
const MAX_BYTES = 12_000;

/** Each scene in the light that suits it, so that the set shows a day and a season; the seeds are picked by eye. */
const PICTURES: Record<SceneName, { hour: Hour; seed: string }> = {
  ghats: { hour: 'dawn', seed: 'web 4' },
  hills: { hour: 'noon', seed: 'web 4' },
  backwaters: { hour: 'golden', seed: 'web 1' },
  dunes: { hour: 'dusk', seed: 'web 2' },
  coast: { hour: 'noon', seed: 'web 6' },
  fort: { hour: 'golden', seed: 'web 5' },
  'tea-hills': { hour: 'dawn', seed: 'web 3' },
  monsoon: { hour: 'rain', seed: 'web 8' },
};

mkdirSync(FOLDER, { recursive: true });
for (const name of SCENE_NAMES) {
  const svg = drawScene(name, PICTURES[name]);
  if (svg.length > MAX_BYTES) throw new Error(`${name}.svg is ${svg.length} bytes, more than ${MAX_BYTES}`);
  writeFileSync(path.join(FOLDER, `${name}.svg`), `${svg}\n`);
  process.stdout.write(`${name}.svg ${svg.length} bytes\n`);
}
