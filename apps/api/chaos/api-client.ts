import { setTimeout as delay } from 'node:timers/promises';
import type { ReportViolation } from './system-under-test.js';

/** A request without a response after this time has failed. */
const RESPONSE_TIMEOUT_MS = 8_000;
const RETRY_DELAY_MS = 150;
/** Longer than any fault including the recovery. */
const RETRY_TIMEOUT_MS = 120_000;

interface ApiResponse {
  status: number;
  body: unknown;
}

export interface CallOptions {
  cookie?: string;
  body?: object;
  /** Statuses that count as success, in addition to those below 300. */
  acceptedStatuses?: readonly number[];
}

/**
 * Sends a request, alternately to both processes, until it succeeds. Reports a violation for every failure other than a
 * connection error, a timeout or a 503 with a message. A picture counts as success, whatever its status.
 *
 * @throws when it has not succeeded in time.
 */
export type CallApi = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;

/** Counts of requests and their results. */
interface Traffic {
  requests: number;
  withoutResponse: number;
  unavailable: number;
  /** Responses with status 500 or above other than 503. */
  failed: number;
}

/** Creates a client that alternates between both processes. */
export function createApiClient(
  urls: readonly [string, string],
  reportViolation: ReportViolation,
): { callApi: CallApi; traffic: Traffic } {
  const traffic: Traffic = { requests: 0, withoutResponse: 0, unavailable: 0, failed: 0 };
  let requestNumber = 0;

  async function callOnce(
    method: string,
    path: string,
    { cookie, body, acceptedStatuses = [] }: CallOptions,
  ): Promise<ApiResponse | null> {
    requestNumber += 1;
    traffic.requests += 1;
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${urls[requestNumber % 2]}${path}`, {
        method,
        headers: {
          ...(cookie === undefined ? {} : { Cookie: cookie }),
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      status = response.status;
      text = await response.text();
      if (response.headers.get('content-type')?.startsWith('image/')) return { status, body: null };
    } catch {
      traffic.withoutResponse += 1;
      return null;
    }
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      reportViolation(`${method} ${path}: the ${status} response is not JSON: ${text.slice(0, 200)}`);
      return null;
    }
    if (status < 300 || acceptedStatuses.includes(status)) return { status, body: parsed };
    if (status === 503) {
      traffic.unavailable += 1;
      const hasMessage = parsed instanceof Object && typeof Reflect.get(parsed, 'message') === 'string';
      if (!hasMessage) reportViolation(`${method} ${path}: 503 without a message: ${text.slice(0, 200)}`);
    } else {
      if (status >= 500) traffic.failed += 1;
      reportViolation(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    }
    return null;
  }

  return {
    traffic,
    async callApi(method, path, options = {}) {
      const deadline = performance.now() + RETRY_TIMEOUT_MS;
      for (;;) {
        const result = await callOnce(method, path, options);
        if (result) return result;
        if (performance.now() > deadline)
          throw new Error(`${method} ${path}: no success within ${RETRY_TIMEOUT_MS / 1000} s`);
        await delay(RETRY_DELAY_MS);
      }
    },
  };
}

/** Reads a list to its end. @param path - with a query, to which the cursor is added. */
export async function readAllPages<Page extends { nextCursor: string | null }>(
  callApi: CallApi,
  path: string,
  options: CallOptions,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let query = ''; ; ) {
    const { body } = await callApi('GET', path + query, options);
    const page = body as Page;
    pages.push(page);
    if (page.nextCursor === null) return pages;
    query = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}
