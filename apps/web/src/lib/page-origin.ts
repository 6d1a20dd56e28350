/** The origin of a page that is rendered on the server, which has no `window`. */
export const SERVER_ORIGIN = 'https://origin.invalid';

/** The origin of this page. On the server a placeholder, which `story-page` replaces. */
export function pageOrigin(): string {
  return typeof window === 'undefined' ? SERVER_ORIGIN : window.location.origin;
}
