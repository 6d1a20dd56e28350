import { API_ORIGIN } from '../config/env.ts';

/**
 * Reads from the page whether its own request carried a session cookie, which scripts cannot see.
 *
 * @param apiOrigin - origin of the API; empty when the page has the same origin.
 * @returns `none`, or `cookie` for a cookie that may be invalid; `unknown` when the page contains no hint (development
 *   server, API on another origin) or the browser restored it from its cache (Back, reopened tab).
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
