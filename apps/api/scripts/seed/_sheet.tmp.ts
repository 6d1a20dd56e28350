import sharp from 'sharp';
import { drawScene, SCENE_NAMES } from './scenes.js';
import { HOURS } from './scenes/palette.js';
const only = process.argv[2]?.split(',') ?? SCENE_NAMES;
const hours = (process.argv[3]?.split(',') ?? HOURS) as any[];
const seeds = (process.argv[4] ?? 'a').split(',');
const W = Number(process.argv[5] ?? 640), H = Math.round(W*9/16), cols = Number(process.argv[6] ?? 3);
const tiles: any[] = []; let i = 0;
for (const s of only) for (const h of hours) for (const sd of seeds) {
  const svg = drawScene(s as any, { hour: h, seed: sd, isMirrored: sd.startsWith('m') });
  console.log(s, h, sd, svg.length);
  const input = await sharp(Buffer.from(svg)).resize(W, H).png().toBuffer();
  tiles.push({ input, left: (i % cols) * (W+8), top: Math.floor(i / cols) * (H+8) }); i++;
}
await sharp({ create: { width: cols*(W+8), height: Math.ceil(i/cols)*(H+8), channels: 3, background: '#fff' } }).composite(tiles).png().toFile('/tmp/scn/sheet.png');
