import { setTimeout as wait } from 'node:timers/promises';
import type { Complain } from './strike.js';

/** After this a request counts as unanswered. */
const ANSWER_TIMEOUT_MS = 8_000;
const PAUSE_MS = 150;
/** Longer than any fault with what comes after it. */
const PATIENCE_MS = 120_000;

export interface Answer {
  status: number;
  body: unknown;
  /** How often it was asked. */
  tries: number;
}

export interface AskOptions {
  cookie?: string;
  body?: object;
  /** Statuses that are an answer, beside those below 300. */
  also?: readonly number[];
  /** Asks once. */
  once?: boolean;
}

/** Asks one process or the other until there is an answer: a broken line, silence and 503 are none. */
export type Ask = (method: string, path: string, options?: AskOptions) => Promise<Answer | null>;

/** What came back, over all clients. */
export interface Traffic {
  requests: number;
  unanswered: number;
  refused: number;
  /** Of 500 and above, other than 503. */
  failed: number;
}

/** Clients of both processes, of which each try takes the next. */
export function createAsk(
  urls: readonly [string, string],
  complain: Complain,
): { ask: Ask; traffic: Traffic } {
  const traffic: Traffic = { requests: 0, unanswered: 0, refused: 0, failed: 0 };
  let turn = 0;

  async function askOnce(method: string, path: string, { cookie, body, also = [] }: AskOptions) {
    turn += 1;
    traffic.requests += 1;
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${urls[turn % 2]}${path}`, {
        method,
        headers: {
          ...(cookie === undefined ? {} : { Cookie: cookie }),
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      status = response.status;
      text = await response.text();
      if (response.headers.get('content-type')?.startsWith('image/')) return { status, body: null };
    } catch {
      traffic.unanswered += 1;
      return null;
    }
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      complain(`${method} ${path}: ${status} is no JSON: ${text.slice(0, 200)}`);
      return null;
    }
    if (status < 300 || also.includes(status)) return { status, body: parsed };
    if (status === 503) {
      traffic.refused += 1;
      const hasMessage = parsed instanceof Object && typeof Reflect.get(parsed, 'message') === 'string';
      if (!hasMessage) complain(`${method} ${path}: 503 without a message: ${text.slice(0, 200)}`);
    } else {
      if (status >= 500) traffic.failed += 1;
      complain(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    }
    return null;
  }

  return {
    traffic,
    async ask(method, path, options = {}) {
      const deadline = performance.now() + PATIENCE_MS;
      for (let tries = 1; ; tries += 1) {
        const answer = await askOnce(method, path, options);
        if (answer) return { ...answer, tries };
        if (options.once) return null;
        if (performance.now() > deadline) throw new Error(`${method} ${path}: no answer in all the time`);
        await wait(PAUSE_MS);
      }
    },
  };
}

/** For calls that are asked until they are answered. @throws when they never were. */
export async function askUntil(ask: Ask, method: string, path: string, options: AskOptions): Promise<Answer> {
  const answer = await ask(method, path, options);
  if (!answer) throw new Error(`${method} ${path}: not answered`);
  return answer;
}
