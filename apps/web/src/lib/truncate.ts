import { firstGraphemes } from './text.ts';

/**
 * Shortens a text to `maxGraphemes`, with an ellipsis after what remains. Apart from `text.ts`, which the first page of
 * a visit loads.
 */
export function truncate(text: string, maxGraphemes: number): string {
  const start = firstGraphemes(text, maxGraphemes);
  return start === text ? text : `${start.trimEnd()}…`;
}
