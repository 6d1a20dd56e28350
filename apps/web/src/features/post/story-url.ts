import { paths } from '../../config/paths.ts';
import { pageOrigin } from '../../lib/page-origin.ts';

/** The absolute URL of a story. */
export function storyUrl(slug: string): string {
  return new URL(paths.post(slug), pageOrigin()).href;
}
