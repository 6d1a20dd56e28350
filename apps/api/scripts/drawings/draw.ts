/**
 * Redraws the checked-in pictures: the web app's scenes (hero, fallback, empty states) as SVG, the seed's stories and
 * portraits as WebP. Run it after changing a drawing: pnpm --filter @safarnama/api draw
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { portraitFile, storyPictureFile } from '../seed/pictures.js';
import { STORIES } from '../seed/stories.js';
import { DEMO_USERS, USER_KEYS } from '../seed/users.js';
import { drawAvatar } from './avatars.js';
import type { Lighting } from './scenes/palette.js';
import { drawScene, SCENE_NAMES, type SceneName } from './scenes.js';

const WEB_FOLDER = path.join(import.meta.dirname, '../../../web/src/assets/scenes');
/** Limits for each file: the scenes load with a first visit, the seed's pictures are part of every clone. */
const MAX_SVG_BYTES = 12_000;
const MAX_WEBP_BYTES = 60_000;

/** Size of a story's picture in pixels: enough for the widest column. */
const STORY_SIZE = { width: 1280, height: 720 } as const;
const WEBP = { quality: 85, effort: 6 } as const;

/** The lighting differs, so that the set varies. The seeds were chosen by eye. */
const WEB_SCENES: Record<SceneName, { lighting: Lighting; seed: string }> = {
  ghats: { lighting: 'dawn', seed: 'web 4' },
  hills: { lighting: 'noon', seed: 'web 4' },
  backwaters: { lighting: 'golden', seed: 'web 1' },
  dunes: { lighting: 'dusk', seed: 'web 2' },
  coast: { lighting: 'noon', seed: 'web 6' },
  fort: { lighting: 'golden', seed: 'web 5' },
  'tea-hills': { lighting: 'dawn', seed: 'web 3' },
  monsoon: { lighting: 'rain', seed: 'web 8' },
  'green-hills': { lighting: 'rain', seed: 'web 1' },
  forest: { lighting: 'golden', seed: 'web 1' },
  road: { lighting: 'golden', seed: 'web 1' },
};

function write(file: string, content: string | Buffer, maxBytes: number): void {
  if (content.length > maxBytes) {
    throw new Error(`${file} has ${content.length} bytes, more than ${maxBytes}`);
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  process.stdout.write(`${path.basename(file)} ${content.length} bytes\n`);
}

async function writeWebp(file: string, svg: string): Promise<void> {
  write(file, await sharp(Buffer.from(svg)).webp(WEBP).toBuffer(), MAX_WEBP_BYTES);
}

for (const name of SCENE_NAMES) {
  write(path.join(WEB_FOLDER, `${name}.svg`), `${drawScene(name, WEB_SCENES[name])}\n`, MAX_SVG_BYTES);
}
for (const { key, picture } of STORIES) {
  await writeWebp(storyPictureFile(key), drawScene(picture.scene, { ...picture, ...STORY_SIZE, seed: key }));
}
for (const key of USER_KEYS) await writeWebp(portraitFile(key), drawAvatar(DEMO_USERS[key].portrait));
