import type { Page, Route } from '@playwright/test';
import type { Call } from './failing-call.ts';

/** A way for a call to fail. `message` is the server's readable message, if any. */
export interface Fault {
  name: string;
  message: string | null;
  respond: (route: Route) => Promise<void>;
}

const PAGE = '<!doctype html><title>Bad gateway</title><h1>nginx</h1>';
/** In an order in which each message differs from the previous one, which may still be visible. */
export const FAULTS: readonly Fault[] = [
  errorFault('500', 500, 'Something went wrong'),
  { name: 'aborted', message: null, respond: (route) => route.abort('connectionreset') },
  errorFault('503', 503, 'Safarnama is unavailable right now. Please try again in a moment.'),
  {
    name: 'HTML from a proxy',
    message: null,
    respond: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: PAGE }),
  },
  errorFault('429', 429, 'Too many requests. Please wait a moment.', { 'retry-after': '3600' }),
];
/** The page of a captive portal. `api-client.ts` turns it into the same error for all calls as a missing response. */
export const PORTAL_FAULT: Fault = {
  name: 'HTML with status 200',
  message: null,
  respond: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: PAGE }),
};

export function errorFault(
  name: string,
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = 'mocked',
): Fault {
  const body = JSON.stringify({ message, code, requestId: 'e2e' });
  return {
    name,
    message,
    respond: (route) => route.fulfill({ status, body, headers, contentType: 'application/json' }),
  };
}

/** Responds to a call with the current fault until `restore` lets the call succeed again. */
export async function breakCall(
  page: Page,
  { method, path }: Pick<Call, 'method' | 'path'>,
  current: () => Fault,
) {
  const isCall = (url: URL) =>
    url.pathname.startsWith('/api/') && path.test(url.pathname.slice('/api'.length));
  let responses = 0;
  const handle = (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    responses += 1;
    return current().respond(route);
  };
  await page.route(isCall, handle);
  return { countResponses: () => responses, restore: () => page.unroute(isCall, handle) };
}
