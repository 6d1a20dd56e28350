import type { MatchRange } from '@safarnama/contracts';
import { Fragment } from 'react';

interface MarkedTextProps {
  text: string;
  /** Half-open ranges of UTF-16 code units, sorted and disjoint. */
  ranges?: readonly MatchRange[] | undefined;
}

/** A text in which the words that a search has matched are marked. */
export function MarkedText({ text, ranges = [] }: MarkedTextProps) {
  if (ranges.length === 0) return text;
  const lastEnd = ranges.at(-1)?.[1] ?? 0;
  return (
    <>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark className="rounded-xs bg-marigold/35 text-ink">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(lastEnd)}
    </>
  );
}
