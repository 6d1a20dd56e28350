import { bare, curve, fill, line, n, type Pen, ridge, under, use } from './kit.js';
import { PAPER, person, VERMILION } from './motifs.js';
import { birds, positionSun, sky } from './sky.js';

/** A road between fields, as it may be anywhere in the plains: trees with banded trunks, a milestone, walkers. */
export function drawRoad(pen: Pen): string {
  const { random } = pen;
  const horizon = 500;
  let content = sky(pen, { sun: positionSun(pen, horizon, 250, 700), horizon, clouds: 3 });
  content += birds(pen, random.range(900, 1200), random.range(180, 260), 6);
  const far = ridge(random, { y: 492, amplitude: 10, waves: 2.4, rough: 0.5 });
  content += fill(under(far, curve(far)), pen.tone('#6f8f6a', 0.45));
  for (const [color, y] of [
    ['#c3b060', 508],
    ['#a9a552', 560],
    ['#c9a952', 640],
    ['#8f9c4a', 740],
  ] as const) {
    const field = ridge(random, { y, amplitude: 8, waves: 0.6, rough: 0.2 });
    content += fill(under(field, curve(field)), pen.tone(color, 0.16));
  }
  content += furrows(pen) + road(pen);
  for (const [x, y, scale] of [
    [1010, 520, 0.36],
    [880, 534, 0.48],
    [1130, 548, 0.62],
    [760, 580, 0.84],
    [1300, 618, 1.12],
    [470, 690, 1.5],
  ] as const) {
    content += tree(pen, x + random.range(-16, 16), y, scale);
  }
  content += milestone(pen, 1270, 806);
  return content + person(pen, 905, 640, 0.7) + person(pen, 950, 646, 0.66) + person(pen, 690, 830, 1.15);
}

/** From the near edge to the horizon in two bends. */
function road(pen: Pen): string {
  const earth =
    'M380 900C560 780 900 740 930 670C950 610 850 590 900 545Q930 520 965 504H975Q960 522 950 548C930 600 1090 620 1080 690C1070 770 1010 820 1060 900Z';
  const tar =
    'M480 900C640 790 930 750 952 674C968 612 872 588 910 548Q938 520 966 504H972Q950 524 940 550C918 600 1062 622 1052 690C1040 770 930 820 950 900Z';
  const middle = 'M700 900C790 800 985 760 1002 684C1016 614 896 590 926 549';
  return (
    fill(earth, pen.tone('#b98a5a', 0.05)) +
    fill(tar, pen.tone('#5d5866', 0.1)) +
    line(middle, pen.tone(PAPER), 5, 0.35)
  );
}

function furrows(pen: Pen): string {
  let d = '';
  for (let index = 0; index < 9; index += 1) {
    d += `M${n(-40 + index * 40)} 900Q${n(300 + index * 34)} 700 ${n(560 + index * 22)} 600`;
    d += `M${n(1250 + index * 60)} 900Q${n(1240 + index * 44)} 740 ${n(1180 + index * 40)} 640`;
  }
  return line(d, pen.palette.ink, 2, 0.12);
}

/** A broad tree, 210 high; its trunk has the white and red bands of roadside trees. */
function tree(pen: Pen, x: number, y: number, scale: number): string {
  const trunk = pen.define(
    'trunk',
    () =>
      fill('M-11 4Q-5-50-9-104H9Q5-50 12 4Z', pen.tone('#6b4a35')) +
      fill('M-9-14h19l-1-14h-17ZM-8-42h16v-12h-16Z', pen.tone(PAPER)) +
      fill('M-8-28h17l-1-14h-15Z', pen.tone(VERMILION)),
  );
  const crown = pen.define('crown', () =>
    bare(
      'M-84-92Q-112-120-84-146Q-88-184-48-188Q-24-220 14-202Q52-214 66-180Q104-172 96-136Q112-104 76-90Q40-72 0-86Q-44-70-84-92Z',
    ),
  );
  const shade = pen.define('shade', () =>
    bare('M-84-92Q-44-110 0-104Q50-96 96-128Q104-102 76-90Q40-72 0-86Q-44-70-84-92Z'),
  );
  return (
    use(trunk, x, y, scale, pen.tone('#6b4a35')) +
    use(crown, x, y, scale, pen.tone('#4f7a45', 0.3 - scale * 0.16)) +
    use(shade, x, y, scale, pen.tone('#35573a', 0.3 - scale * 0.16))
  );
}

/** A rounded stone with a yellow top, without writing. */
function milestone(pen: Pen, x: number, y: number): string {
  return (
    fill(`M${n(x - 34)} ${n(y)}v-62q0-34 34-34q34 0 34 34v62Z`, pen.tone(PAPER)) +
    fill(`M${n(x - 34)} ${n(y - 56)}v-6q0-34 34-34q34 0 34 34v6Z`, pen.tone('#e8b021')) +
    line(`M${n(x - 16)} ${n(y - 36)}h32M${n(x - 10)} ${n(y - 20)}h20`, pen.palette.ink, 4, 0.5) +
    line(`M${n(x - 46)} ${n(y + 2)}h92`, pen.palette.ink, 4, 0.25)
  );
}
