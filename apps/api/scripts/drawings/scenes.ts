import { createRandom, type Random } from '../random.js';
import { drawBackwaters } from './scenes/backwaters.js';
import { drawCoast } from './scenes/coast.js';
import { compact } from './scenes/compact.js';
import { drawDunes } from './scenes/dunes.js';
import { drawForest } from './scenes/forest.js';
import { drawFort } from './scenes/fort.js';
import { drawGhats } from './scenes/ghats.js';
import { drawHills } from './scenes/hills.js';
import { createPen, el, type Pen, SHEET } from './scenes/kit.js';
import { drawMonsoon } from './scenes/monsoon.js';
import { getPalette, type Lighting } from './scenes/palette.js';
import { drawRoad } from './scenes/road.js';
import { drawTeaHills } from './scenes/tea-hills.js';

const PAINTERS = {
  ghats: drawGhats,
  hills: drawHills,
  // The same hills, drawn in rain only (draw.ts): clouds hide the snow, so they pass for hills outside the Himalaya.
  'green-hills': drawHills,
  backwaters: drawBackwaters,
  dunes: drawDunes,
  coast: drawCoast,
  fort: drawFort,
  'tea-hills': drawTeaHills,
  monsoon: drawMonsoon,
  forest: drawForest,
  road: drawRoad,
} as const satisfies Record<string, (pen: Pen) => string>;

export type SceneName = keyof typeof PAINTERS;
export const SCENE_NAMES = Object.keys(PAINTERS) as SceneName[];

interface SceneOptions {
  lighting: Lighting;
  /** Seed of the random choices: the same seed draws the same picture. */
  seed: string;
  /** Swaps left and right. */
  isMirrored?: boolean;
  /** Zooms into a part of the scene, which the seed determines, so that two pictures of the same scene differ. */
  isZoomedIn?: boolean;
  /** In pixels. Proportions other than 16:9 are cropped around the centre. */
  width?: number;
  height?: number;
}

/**
 * Chooses a view box of about three quarters or more of the sheet's width and height, low down, where the objects are.
 */
function chooseView(random: Random): string {
  const zoom = random.range(1.1, 1.34);
  const [width, height] = [SHEET.width / zoom, SHEET.height / zoom];
  const x = (SHEET.width - width) * random.range(0, 1);
  const y = (SHEET.height - height) * random.range(0.35, 0.9);
  return [x, y, width, height].map(Math.round).join(' ');
}

/**
 * Draws a scene of India as an SVG document: flat shapes and gradients, without text, scripts or external references.
 */
export function drawScene(name: SceneName, options: SceneOptions): string {
  const {
    lighting,
    seed,
    isMirrored = false,
    isZoomedIn = false,
    width = SHEET.width,
    height = SHEET.height,
  } = options;
  const random = createRandom(`${name} ${seed}`);
  const view = isZoomedIn ? chooseView(random) : `0 0 ${SHEET.width} ${SHEET.height}`;
  const pen = createPen(getPalette(lighting), random, name);
  const painted = PAINTERS[name](pen);
  const content = pen.definitions() + painted;
  const picture = isMirrored ? el('g', { transform: `matrix(-1 0 0 1 ${SHEET.width} 0)` }, content) : content;
  return compact(
    el(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: view,
        width,
        height,
        preserveAspectRatio: 'xMidYMid slice',
        'stroke-linecap': 'round',
      },
      picture,
    ),
  );
}
