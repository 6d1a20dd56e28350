import { compact } from './scenes/compact.js';
import { disc, el, fill, line, rect } from './scenes/kit.js';
import { mix } from './scenes/palette.js';

/** Features of a portrait. Colours are `#rrggbb`. */
export interface Portrait {
  background: string;
  skin: string;
  hair: string;
  clothing: string;
  /** A second colour: border of the clothing, turban, cap, flowers. */
  accent: string;
  head: 'bun' | 'turban' | 'long' | 'short' | 'hat' | 'bob' | 'cap' | 'braid';
  hasGlasses?: boolean;
  hasBindi?: boolean;
  beard?: 'moustache' | 'full';
}

const INK = '#2a2350';
const SIDE = 400;

/** Hair behind the head. */
function drawHairBehind({ head, hair, accent }: Portrait): string {
  if (head === 'long' || head === 'hat')
    return fill('M112 190Q104 80 200 76Q296 80 288 190L300 330H100Z', hair);
  if (head === 'bob')
    return fill('M106 250Q92 84 200 76Q308 84 294 250Q270 268 250 250H150Q130 268 106 250Z', hair);
  if (head === 'braid') {
    return (
      fill('M118 200Q110 86 200 80Q290 86 282 200L274 240H126Z', hair) +
      line('M124 220Q112 290 132 360M276 220Q288 290 268 360', hair, 26) +
      line('M122 330l20 10M278 330l-20 10', accent, 9)
    );
  }
  if (head === 'bun') {
    return (
      disc(200, 84, 44, hair) +
      line('M162 100Q200 62 238 100', accent, 15) +
      line('M162 100Q200 62 238 100', '#fff8e8', 5)
    );
  }
  return '';
}

/** Hair or headwear in front of the head. */
function drawHeadwear({ head, hair, accent, clothing }: Portrait): string {
  if (head === 'turban') {
    return (
      fill('M104 168Q88 70 200 56Q312 70 296 168Q250 128 200 140Q150 128 104 168Z', accent) +
      line('M108 150Q180 118 290 84M112 120Q190 96 262 68M292 152Q232 108 140 74', mix(accent, INK, 0.3), 4) +
      fill('M280 100Q336 120 318 196Q300 160 284 150Z', mix(accent, INK, 0.16))
    );
  }
  if (head === 'cap')
    return (
      fill('M120 142Q122 80 200 76Q278 80 280 142Q200 118 120 142Z', accent) +
      line('M124 134Q200 108 276 134', mix(accent, INK, 0.25), 4)
    );
  if (head === 'hat') {
    return (
      fill('M128 134Q128 66 200 64Q272 66 272 134Z', clothing) +
      fill('M82 144Q120 112 200 112Q280 112 318 144Q280 158 200 150Q120 158 82 144Z', accent) +
      line('M130 122Q200 106 270 122', '#fff3d8', 6)
    );
  }
  if (head === 'short')
    return fill(
      'M116 178Q104 84 196 78Q300 76 284 178Q276 136 250 124Q190 132 150 118Q124 134 116 178Z',
      hair,
    );
  const parting = 'M116 186Q108 84 200 82Q292 84 284 186Q276 132 200 108Q124 132 116 186Z';
  return fill(parting, hair) + line('M200 84V108', mix(hair, '#ffffff', 0.2), 3);
}

function drawFace({ skin, hair, beard, hasGlasses, hasBindi }: Portrait): string {
  const shade = mix(skin, INK, 0.2);
  let content = fill('M172 250V312Q200 336 228 312V250Z', shade);
  content +=
    el('ellipse', { cx: 116, cy: 200, rx: 12, ry: 20, fill: shade }) +
    el('ellipse', { cx: 284, cy: 200, rx: 12, ry: 20, fill: shade });
  content += fill('M118 180Q116 96 200 96Q284 96 282 180Q280 282 200 286Q120 282 118 180Z', skin);
  content += disc(148, 222, 15, '#d9614e', 0.2) + disc(252, 222, 15, '#d9614e', 0.2);
  if (beard === 'full')
    content += fill(
      'M120 200Q128 236 160 226Q200 208 240 226Q272 236 280 200Q284 296 200 306Q116 296 120 200Z',
      hair,
    );
  content += line('M148 188Q162 200 176 188M224 188Q238 200 252 188', INK, 5.5);
  content += line('M144 164Q162 154 178 164M222 164Q238 154 256 164', mix(hair, INK, 0.3), 5);
  content += line('M200 190Q194 214 200 220Q206 223 210 219', shade, 5);
  const mouth = beard === 'full' ? 'M184 246Q200 256 216 246' : 'M176 246Q200 266 224 246';
  content += line(mouth, beard === 'full' ? '#f2d9c4' : mix('#a8323e', skin, 0.15), 6);
  if (beard === 'moustache')
    content += fill('M200 230Q170 222 146 244Q176 246 200 240Q224 246 254 244Q230 222 200 230Z', hair);
  if (hasGlasses)
    content += el(
      'g',
      { fill: 'none', stroke: INK, 'stroke-width': 5 },
      `${el('circle', { cx: 162, cy: 190, r: 27 })}${el('circle', { cx: 238, cy: 190, r: 27 })}<path d="M189 188h22"/>`,
    );
  if (hasBindi) content += disc(200, 148, 6, '#b3202c');
  return content;
}

function drawShoulders({ clothing, accent, head, skin }: Portrait): string {
  const dark = mix(clothing, INK, 0.22);
  let content = fill('M52 400Q60 318 160 300Q200 340 240 300Q340 318 348 400Z', clothing);
  content += fill('M166 298Q200 350 234 298L226 292Q200 316 174 292Z', skin);
  if (head === 'turban' || head === 'short' || head === 'cap') {
    return (
      content +
      line('M166 300Q200 352 234 300M200 338V400', dark, 5) +
      disc(208, 362, 4, accent) +
      disc(208, 386, 4, accent)
    );
  }
  content += fill('M240 300Q340 318 348 400H196Q262 372 240 300Z', dark);
  return content + line('M240 302Q264 372 198 402', accent, 11) + line('M112 316Q150 350 160 400', accent, 5);
}

/** Draws a square portrait in flat shapes, as an SVG document. */
export function drawAvatar(portrait: Portrait): string {
  const { background } = portrait;
  const petals = Array.from({ length: 12 }, (_, index) =>
    el('path', { d: 'M200 8Q232 60 200 112Q168 60 200 8Z', transform: `rotate(${index * 30} 200 200)` }),
  ).join('');
  return compact(
    el(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${SIDE} ${SIDE}`,
        width: SIDE,
        height: SIDE,
        'stroke-linecap': 'round',
      },
      rect(0, 0, SIDE, SIDE, background) +
        el('g', { fill: mix(background, '#ffffff', 0.28) }, petals) +
        disc(200, 200, 138, mix(background, '#ffffff', 0.14)) +
        drawHairBehind(portrait) +
        drawShoulders(portrait) +
        drawFace(portrait) +
        drawHeadwear(portrait),
    ),
  );
}
