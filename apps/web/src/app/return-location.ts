import type { Location, To } from 'react-router-dom';

/** Route state of the sign-in pages: where the person was going. */
export interface ReturnLocationState {
  from: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>;
}

export interface ReturnLocation {
  to: To;
  state: unknown;
}

/** Keeps where somebody is, for the way back after sign-in. */
export function saveReturnLocation({ pathname, search, hash, state }: Location): ReturnLocationState {
  return { from: { pathname, search, hash, state } };
}

/** The kept origin of a route state; null when there is none, or when it is not a path of this site. */
export function readReturnLocation(routeState: unknown): ReturnLocation | null {
  if (typeof routeState !== 'object' || routeState === null || !('from' in routeState)) return null;
  const { from } = routeState;
  if (typeof from !== 'object' || from === null) return null;
  const { pathname, search, hash, state }: Partial<Record<keyof Location, unknown>> = from;
  if (typeof pathname !== 'string' || !isOwnPath(pathname)) return null;
  return {
    to: {
      pathname,
      search: typeof search === 'string' ? search : '',
      hash: typeof hash === 'string' ? hash : '',
    },
    state: state ?? null,
  };
}

/**
 * Whether a browser that goes to `pathname` stays on this site. `//host` is another one, and so is `/\host`: a
 * browser reads a backslash as a slash, and leaves out tabs and line breaks before it reads at all.
 */
function isOwnPath(pathname: string): boolean {
  if (!pathname.startsWith('/') || /[\\\t\n\r]/.test(pathname)) return false;
  const { origin } = window.location;
  return URL.canParse(pathname, origin) && new URL(pathname, origin).origin === origin;
}
