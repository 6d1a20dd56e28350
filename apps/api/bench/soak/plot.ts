import type { Sample } from './evaluate.js';

const WIDTH = 760;
const PANEL_HEIGHT = 150;
const LEFT = 70;
const RIGHT = 130;
const GAP = 46;

interface Series {
  name: string;
  color: string;
  values: readonly number[];
}
interface Panel {
  title: string;
  series: readonly Series[];
}

/** The smallest number of at least 1 that is not below the value and is 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

function drawPanel({ title, series }: Panel, minutes: readonly number[], top: number): string {
  const end = Math.max(...minutes, 0.001);
  const max = roundUp(Math.max(...series.flatMap(({ values }) => values)));
  const x = (minute: number) => LEFT + (minute / end) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + PANEL_HEIGHT - (value / max) * PANEL_HEIGHT;
  const grid = [0, max / 2, max]
    .map(
      (value) =>
        `<path d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" stroke="#d6d3d1"/>` +
        `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
    )
    .join('');
  const seriesMarkup = series
    .map(({ name, color, values }, index) => {
      const points = values.map((value, n) => `${x(minutes[n] ?? 0).toFixed(1)},${y(value).toFixed(1)}`);
      return (
        `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>` +
        `<text x="${WIDTH - RIGHT + 12}" y="${top + 14 + index * 18}" fill="${color}">${name}</text>`
      );
    })
    .join('');
  const scale =
    `<text x="${LEFT}" y="${top + PANEL_HEIGHT + 16}" text-anchor="middle">0</text>` +
    `<text x="${WIDTH - RIGHT}" y="${top + PANEL_HEIGHT + 16}" text-anchor="middle">${end.toFixed(end < 2 ? 1 : 0)} min</text>`;
  return `<g><text x="${LEFT}" y="${top - 8}" font-weight="600">${title}</text>${grid}${scale}${seriesMarkup}</g>`;
}

/** Draws memory, handles and response times over minutes, as SVG. */
export function drawPlot(samples: readonly Sample[], title: string): string {
  const valuesOf = (read: (sample: Sample) => number) => samples.map(read);
  const panels: Panel[] = [
    {
      title: 'Memory after a forced collection, MB',
      series: [
        { name: 'resident', color: '#78716c', values: valuesOf(({ rss }) => rss / 1e6) },
        { name: 'heap used', color: '#b45309', values: valuesOf(({ heapUsed }) => heapUsed / 1e6) },
        { name: 'external', color: '#0f766e', values: valuesOf(({ external }) => external / 1e6) },
      ],
    },
    {
      title: 'Handles (without database and client connections), and sockets',
      series: [
        { name: 'handles', color: '#b45309', values: valuesOf(({ handles }) => handles) },
        { name: 'sockets', color: '#0f766e', values: valuesOf(({ sockets }) => sockets) },
      ],
    },
    {
      title: 'Response time as measured by the clients, ms',
      series: [
        { name: '95th percentile', color: '#b45309', values: valuesOf(({ p95 }) => p95) },
        { name: 'median', color: '#0f766e', values: valuesOf(({ p50 }) => p50) },
      ],
    },
  ];
  const minutes = valuesOf(({ minute }) => minute);
  const height = 56 + panels.length * (PANEL_HEIGHT + GAP) + 8;
  const body = panels
    .map((panel, index) => drawPanel(panel, minutes, 64 + index * (PANEL_HEIGHT + GAP)))
    .join('\n');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `font-family="system-ui, sans-serif" font-size="12" fill="#292524" role="img">\n` +
    `<title>${title}</title>\n<rect width="${WIDTH}" height="${height}" fill="#fafaf9"/>\n` +
    `<text x="${LEFT}" y="28" font-size="15" font-weight="600">${title}</text>\n${body}\n</svg>\n`
  );
}
