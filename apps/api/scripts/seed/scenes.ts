import { createPen, el, type Pen, SHEET } from './scenes/kit.js';
import { drawBackwaters } from './scenes/backwaters.js';
import { drawDunes } from './scenes/dunes.js';
import { drawGhats } from './scenes/ghats.js';
import { drawHills } from './scenes/hills.js';
import { type Hour, paletteOf } from './scenes/palette.js';
import { createRandom } from './scenes/random.js';

const PAINTERS = { ghats: drawGhats, hills: drawHills, backwaters: drawBackwaters, dunes: drawDunes } as const satisfies Record<string, (pen: Pen) => string>;
export type SceneName = keyof typeof PAINTERS;
export const SCENE_NAMES = Object.keys(PAINTERS) as SceneName[];

export interface SceneOptions {
  hour: Hour;
  seed: string;
  isMirrored?: boolean;
  width?: number;
  height?: number;
}

export function drawScene(name: SceneName, { hour, seed, isMirrored = false, width = 1600, height = 900 }: SceneOptions): string {
  const pen = createPen(paletteOf(hour), createRandom(`${name} ${seed}`), name);
  const content = PAINTERS[name](pen);
  return el('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${SHEET.width} ${SHEET.height}`, width, height, preserveAspectRatio: 'xMidYMid slice' },
    isMirrored ? el('g', { transform: `matrix(-1 0 0 1 ${SHEET.width} 0)` }, content) : content);
}
