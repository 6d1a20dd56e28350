import { firstGraphemes } from './text.ts';

/**
 * Shortens a text to `maxGraphemes` and adds an ellipsis. In a module of its own, because the first page of a visit
 * loads `text.ts`.
 */
export function truncate(text: string, maxGraphemes: number): string {
  const start = firstGraphemes(text, maxGraphemes);
  return start === text ? text : `${start.trimEnd()}…`;
}
