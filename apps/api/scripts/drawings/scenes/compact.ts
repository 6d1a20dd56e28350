/** Number of arguments of each path command. */
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, T: 2, A: 7, Z: 0 };

const round = (value: number) => Math.round(value * 10) / 10;

/** Joins numbers, without the separator before a minus sign and without the zero before a decimal point. */
function join(numbers: readonly number[]): string {
  return numbers
    .map((value, index) => {
      const text = String(round(value)).replace(/^(-?)0\./, '$1.');
      return index === 0 || text.startsWith('-') ? text : ` ${text}`;
    })
    .join('');
}

/** Rewrites path data with relative commands where they are shorter. */
function compactPath(d: string): string {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let output = '';
  let lastCommand = '';
  for (const [, letter = '', list = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const upper = letter.toUpperCase();
    const isRelative = letter !== upper;
    const size = ARGUMENTS[upper] ?? 0;
    const numbers = (list.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    for (let from = 0; from < Math.max(1, numbers.length); from += Math.max(1, size)) {
      const args = numbers.slice(from, from + size);
      /** The coordinate that the argument at `index` is relative to: x, y, or 0 for the other arguments of an arc. */
      const origin = (index: number): number => {
        if (upper === 'H') return x;
        if (upper === 'V') return y;
        if (upper === 'A' && index < 5) return 0;
        return (upper === 'A' ? index - 5 : index) % 2 === 0 ? x : y;
      };
      const absolute = args.map((value, index) => round(isRelative ? value + origin(index) : value));
      const relative = absolute.map((value, index) => round(value - origin(index)));
      const [absoluteText, relativeText] = [join(absolute), join(relative)];
      const isRelativeShorter = relativeText.length < absoluteText.length;
      const command = isRelativeShorter || upper === 'Z' ? letter.toLowerCase() : upper;
      const text = command === upper ? absoluteText : relativeText;
      const isRepeat = command === lastCommand && upper !== 'M' && upper !== 'Z';
      output += isRepeat ? `${text.startsWith('-') ? '' : ' '}${text}` : command + text;
      lastCommand = command;
      if (upper === 'Z') [x, y] = [startX, startY];
      else if (upper === 'H') x = absolute[0] ?? x;
      else if (upper === 'V') y = absolute[0] ?? y;
      else [x, y] = [absolute.at(-2) ?? x, absolute.at(-1) ?? y];
      if (upper === 'M') [startX, startY] = [x, y];
    }
  }
  return output;
}

/** Shortens paths, colours and numbers; coordinates in paths are rounded to one decimal. */
export function compact(svg: string): string {
  return svg
    .replace(/ d="([^"]*)"/g, (_, d: string) => ` d="${compactPath(d)}"`)
    .replace(/#([0-9a-f])\1([0-9a-f])\2([0-9a-f])\3\b/g, '#$1$2$3')
    .replace(/="(-?)0\.(\d)/g, '="$1.$2');
}
