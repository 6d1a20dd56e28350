import { paths } from '../../config/paths.ts';

/** The absolute URL of a story. */
export function storyUrl(slug: string): string {
  return new URL(paths.post(slug), window.location.origin).href;
}
