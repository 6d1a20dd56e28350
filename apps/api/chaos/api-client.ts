import { setTimeout as wait } from 'node:timers/promises';
import type { ReportViolation } from './inject-fault.js';

/** After this a request counts as unanswered. */
const RESPONSE_TIMEOUT_MS = 8_000;
const RETRY_DELAY_MS = 150;
/** Longer than any fault with what comes after it. */
const RETRY_TIMEOUT_MS = 120_000;

export interface ApiResponse {
  status: number;
  body: unknown;
  /** How often it was asked. */
  attempts: number;
}

export interface CallOptions {
  cookie?: string;
  body?: object;
  /** Statuses that are an answer, beside those below 300. */
  acceptedStatuses?: readonly number[];
  /** Asks once. */
  isSingleAttempt?: boolean;
}

/** Asks one process or the other until there is an answer: a broken line, silence and 503 are none. */
export type CallApi = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse | null>;

/** What came back, over all clients. */
export interface Traffic {
  requests: number;
  withoutResponse: number;
  unavailable: number;
  /** Of 500 and above, other than 503. */
  failed: number;
}

/** Clients of both processes, of which each try takes the next. */
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
  ) {
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
      reportViolation(`${method} ${path}: ${status} is no JSON: ${text.slice(0, 200)}`);
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
      for (let attempts = 1; ; attempts += 1) {
        const result = await callOnce(method, path, options);
        if (result) return { ...result, attempts };
        if (options.isSingleAttempt) return null;
        if (performance.now() > deadline) throw new Error(`${method} ${path}: no answer in all the time`);
        await wait(RETRY_DELAY_MS);
      }
    },
  };
}

/** For calls that are asked until they are answered. @throws when they never were. */
export async function callApiOrThrow(
  callApi: CallApi,
  method: string,
  path: string,
  options: CallOptions,
): Promise<ApiResponse> {
  const result = await callApi(method, path, options);
  if (!result) throw new Error(`${method} ${path}: not answered`);
  return result;
}
