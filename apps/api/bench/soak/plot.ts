import type { Sample } from './verdict.js';

const WIDTH = 760;
const PANEL = 150;
const LEFT = 70;
const RIGHT = 130;
const GAP = 46;

interface Line {
  name: string;
  colour: string;
  values: readonly number[];
}
interface Panel {
  title: string;
  lines: readonly Line[];
}

/** The next round number above: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

function drawPanel({ title, lines }: Panel, minutes: readonly number[], top: number): string {
  const end = Math.max(...minutes, 0.001);
  const max = roundUp(Math.max(...lines.flatMap(({ values }) => values)));
  const x = (minute: number) => LEFT + (minute / end) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + PANEL - (value / max) * PANEL;
  const grid = [0, max / 2, max]
    .map(
      (value) =>
        `<path d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" stroke="#d6d3d1"/>` +
        `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
    )
    .join('');
  const drawn = lines
    .map(({ name, colour, values }, at) => {
      const points = values.map((value, n) => `${x(minutes[n] ?? 0).toFixed(1)},${y(value).toFixed(1)}`);
      return (
        `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>` +
        `<text x="${WIDTH - RIGHT + 12}" y="${top + 14 + at * 18}" fill="${colour}">${name}</text>`
      );
    })
    .join('');
  const scale =
    `<text x="${LEFT}" y="${top + PANEL + 16}" text-anchor="middle">0</text>` +
    `<text x="${WIDTH - RIGHT}" y="${top + PANEL + 16}" text-anchor="middle">${end.toFixed(end < 2 ? 1 : 0)} min</text>`;
  return `<g><text x="${LEFT}" y="${top - 8}" font-weight="600">${title}</text>${grid}${scale}${drawn}</g>`;
}

/** The samples of a run as a picture: memory, handles, times, over minutes. */
export function drawPlot(samples: readonly Sample[], title: string): string {
  const of = (read: (sample: Sample) => number) => samples.map(read);
  const panels: Panel[] = [
    {
      title: 'Memory after a forced collection, MB',
      lines: [
        { name: 'resident', colour: '#78716c', values: of(({ rss }) => rss / 1e6) },
        { name: 'heap used', colour: '#b45309', values: of(({ heapUsed }) => heapUsed / 1e6) },
        { name: 'external', colour: '#0f766e', values: of(({ external }) => external / 1e6) },
      ],
    },
    {
      title: 'Handles without database and sockets; sockets',
      lines: [
        { name: 'handles', colour: '#b45309', values: of(({ handles }) => handles) },
        { name: 'sockets', colour: '#0f766e', values: of(({ sockets }) => sockets) },
      ],
    },
    {
      title: 'Time of a request as its client saw it, ms',
      lines: [
        { name: '95 of 100', colour: '#b45309', values: of(({ p95 }) => p95) },
        { name: 'half', colour: '#0f766e', values: of(({ p50 }) => p50) },
      ],
    },
  ];
  const minutes = of(({ minute }) => minute);
  const height = 56 + panels.length * (PANEL + GAP) + 8;
  const body = panels.map((panel, at) => drawPanel(panel, minutes, 64 + at * (PANEL + GAP))).join('\n');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `font-family="system-ui, sans-serif" font-size="12" fill="#292524" role="img">\n` +
    `<title>${title}</title>\n<rect width="${WIDTH}" height="${height}" fill="#fafaf9"/>\n` +
    `<text x="${LEFT}" y="28" font-size="15" font-weight="600">${title}</text>\n${body}\n</svg>\n`
  );
}
