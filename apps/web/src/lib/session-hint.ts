import { API_ORIGIN } from '../config/env.ts';

/**
 * What the server has said, in the page it sent, of the session's cookie, which no script can read: `none` came with
 * the request, or one did, be it good or not. `unknown` where the page does not say (the development server, an API
 * of another origin), or has lain in the browser since: on the way back, or in a tab that was closed and opened again.
 *
 * @param apiOrigin - of the API; empty when it is this page's.
 */
export function readSessionHint(apiOrigin: string = API_ORIGIN): 'none' | 'cookie' | 'unknown' {
  const content = document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;
  if (apiOrigin !== '' || isRestoredPage()) return 'unknown';
  return content === 'none' || content === 'cookie' ? content : 'unknown';
}

function isRestoredPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type === 'back_forward';
}
