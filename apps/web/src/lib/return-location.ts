import type { Location, To } from 'react-router-dom';

type LocationToRestore = Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>;

/** Route state of the sign-in pages: where the user was going. */
export interface ReturnLocationState {
  from: LocationToRestore;
}

interface ReturnLocation {
  to: To;
  state: unknown;
}

/** Creates the route state that leads back to a location after sign-in. */
export function createReturnState({ pathname, search, hash, state }: LocationToRestore): ReturnLocationState {
  return { from: { pathname, search, hash, state } };
}

/** The location in a route state; null when there is none or it is not a path of this site. */
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
 * Whether `pathname` stays on this site. `//host` leads to another one, and so does `/\host`, because browsers read a
 * backslash as a slash; they also drop tabs and line breaks before parsing.
 */
function isOwnPath(pathname: string): boolean {
  if (!pathname.startsWith('/') || /[\\\t\n\r]/.test(pathname)) return false;
  const { origin } = window.location;
  return URL.canParse(pathname, origin) && new URL(pathname, origin).origin === origin;
}
