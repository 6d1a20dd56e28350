import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { buildPostInput, PNG_DATA_URL } from '../factories.js';
import { type ApiDocument, readDocument } from './api-document.js';
import { checkResponse, type ResponseCheck } from './check-response.js';
import { createFuzzState, type FuzzState, type FuzzUser } from './fuzz-state.js';
import { asCurl, createHttpClient, type HttpClient, type WireResponse } from './http-client.js';
import { type RequestPlan, type ResolvedRequest, requestPlans, resolvePlan } from './plan.js';

interface FuzzOptions {
  url: string;
  /** Repeats a run: the order in which answers come may still differ. */
  seed: number;
  /** How many requests are sent in all. */
  requests: number;
}

interface RouteCount {
  sent: number;
  succeeded: number;
  pastSchema: number;
}

interface FuzzReport {
  sent: number;
  serverErrors: number;
  pastSchema: number;
  routes: ReadonlyMap<string, RouteCount>;
  /** Each with the smallest request that showed it. */
  failures: readonly string[];
}

/** Requests under way at a time. */
const WORKERS = 8;
const USER_COUNT = 6;
const PASSWORD = 'monsoon-kochi-7';

/** So that a change is judged by the requests that the one before it passed. */
const DEFAULT_SEED = 2_086_871_501;

/** @param setting - FUZZ_SEED: a number, `new` for one that nobody has tried yet, nothing for the usual one. */
export function chooseSeed(setting: string | undefined): number {
  if (setting === undefined || setting === '') return DEFAULT_SEED;
  return setting === 'new' ? randomInt(2 ** 31 - 1) : Number(setting);
}

/** The session cookie that an answer sets; null when it sets none, or takes it away. */
function readSessionCookie(response: WireResponse): string | null {
  const [cookie] = [response.headers['set-cookie'] ?? []].flat();
  const pair = cookie?.split(';')[0] ?? '';
  return pair.endsWith('=') || pair === '' ? null : pair;
}

/** People with stories, comments, messages, drafts and pictures, before the first strange request. */
async function seedState(client: HttpClient, state: FuzzState): Promise<void> {
  async function call(
    user: FuzzUser | null,
    method: string,
    path: string,
    body?: object,
  ): Promise<WireResponse> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await client.send({
      method,
      path,
      headers: {
        ...(user ? { Cookie: user.cookie } : {}),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: text,
    });
    if (response.status >= 400)
      throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`);
    const storyId = /\/post\/([0-9a-f]{24})\//.exec(path)?.[1] ?? '';
    state.collect(JSON.parse(response.text), {
      key: `${method} ${path}`,
      storyId,
      callerId: user?.id ?? '',
    });
    return response;
  }

  for (let n = 0; n < USER_COUNT; n += 1) {
    const email = `traveller.${n}@fuzz.example`;
    const response = await call(null, 'POST', '/api/auth/signup', {
      fullName: `मीरा ${n}`,
      email,
      password: PASSWORD,
    });
    const user: FuzzUser = {
      id: JSON.parse(response.text)._id,
      email,
      passwords: [PASSWORD],
      cookie: readSessionCookie(response) ?? '',
      endingCalls: 0,
      endingCallsAtStart: 0,
    };
    state.users.push(user);
  }
  for (const [n, user] of state.users.entries()) {
    const nextUser = state.users[(n + 1) % USER_COUNT];
    if (!nextUser) throw new Error('nobody to write to');
    for (const blogImage of ['', PNG_DATA_URL]) {
      const story = await call(user, 'POST', '/api/post/create-post', buildPostInput({ blogImage }));
      const storyId = JSON.parse(story.text).post._id;
      await call(user, 'POST', `/api/post/${storyId}/comments`, { text: 'सुंदर!' });
      await call(user, 'PUT', `/api/drafts/${crypto.randomUUID()}`, {
        blogTitle: 'आधा',
        blogHtml: '<p>अ</p>',
      });
      await call(user, 'POST', `/api/message/send/${nextUser.id}`, { text: 'वहाँ कैसे पहुँचे?' });
      await call(nextUser, 'POST', `/api/message/send/${user.id}`, { text: 'ट्रेन से 🚂' });
    }
    await call(user, 'GET', '/api/auth/sessions');
  }
}

/** Signs somebody in again whose session has ended. */
async function renewSession(user: FuzzUser, client: HttpClient, state: FuzzState): Promise<void> {
  state.endedCookies.push(user.cookie);
  const endingCalls = user.endingCalls;
  for (const password of user.passwords.toReversed()) {
    const body = JSON.stringify({ email: user.email, password });
    const response = await client.send({
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (response.status !== 200) continue;
    user.cookie = readSessionCookie(response) ?? '';
    user.endingCallsAtStart = endingCalls;
    return;
  }
  throw new Error(`${user.email} cannot sign in any more`);
}

/** Sends one plan after the other, holds each answer against the document, and keeps count. */
function createRun(url: string, document: ApiDocument, client: HttpClient, state: FuzzState) {
  const routes = new Map(
    document.operations.map(({ key }): [string, RouteCount] => [
      key,
      { sent: 0, succeeded: 0, pastSchema: 0 },
    ]),
  );
  const renewals = new Map<FuzzUser, Promise<void>>();
  const totals = { sent: 0, serverErrors: 0, pastSchema: 0 };

  /** What may end a session: any write of one's account, also over its cookie. */
  function recordRequest({ wire: { method, path, body = '' }, user }: ResolvedRequest): void {
    if (method === 'GET' || !/^\/api\/auth\//i.test(path)) return;
    if (user) user.endingCalls += 1;
    if (!/update-profile/i.test(path) || !user) return;
    const password: unknown = /"password":("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
    if (typeof password === 'string' && password !== '""')
      user.passwords.push(JSON.parse(password).normalize('NFC'));
  }

  async function recordResponse(
    { wire: { method, path }, user, parameters }: ResolvedRequest,
    response: WireResponse,
    outcome: ResponseCheck,
  ) {
    const count = outcome.operation && routes.get(outcome.operation.key);
    totals.sent += 1;
    if (response.status >= 500) totals.serverErrors += 1;
    if (outcome.isPastSchema) totals.pastSchema += 1;
    if (count) {
      count.sent += 1;
      if (response.status === 304 || response.status < 300) count.succeeded += 1;
      if (outcome.isPastSchema) count.pastSchema += 1;
    }
    const cookie = readSessionCookie(response);
    if (response.status < 300 && outcome.operation) {
      const storyId = String(parameters['id'] ?? '');
      const callerId = user?.id ?? '';
      state.collect(outcome.json, { key: outcome.operation.key, storyId, callerId });
      if (method === 'DELETE' && /delete-post|comments|drafts|sessions/.test(path)) {
        state.forget(decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? ''));
      }
      if (method === 'POST' && /\/auth\/(login|signup)$/i.test(path) && cookie !== null) {
        // Whoever signed in over a living session has replaced it.
        const email = String(Reflect.get(Object(outcome.json), 'email'));
        const signedInUser = state.users.find((each) => each.email.toLowerCase() === email.toLowerCase());
        if (signedInUser && signedInUser === user) signedInUser.cookie = cookie;
      }
    }
  }

  /** @returns why a living session was not taken; null when it may have ended. */
  async function checkRejectedSession(
    user: FuzzUser,
    sent: ResolvedRequest,
    endingCallsBefore: number,
  ): Promise<string | null> {
    const mayNotHaveEnded =
      endingCallsBefore === user.endingCallsAtStart && user.endingCalls === user.endingCallsAtStart;
    if (user.cookie !== sent.wire.headers['Cookie']) return null;
    const running = renewals.get(user) ?? renewSession(user, client, state);
    renewals.set(user, running);
    await running;
    renewals.delete(user);
    return mayNotHaveEnded ? 'signed out though nothing has ended the session' : null;
  }

  return {
    routes,
    totals,
    /** @throws what is wrong with the answer, with a command that sends the request again. */
    async send(plan: RequestPlan): Promise<void> {
      const resolved = resolvePlan(plan, state);
      const isEnded = plan.caller === 'ended';
      const endingCallsBefore = resolved.user?.endingCalls ?? 0;
      recordRequest(resolved);
      let response: WireResponse;
      try {
        response = await client.send(resolved.wire);
      } catch (error) {
        throw new Error(`no answer: ${error}\n${asCurl(url, resolved.wire)}`);
      }
      const outcome = checkResponse(document, plan, resolved, response);
      await recordResponse(resolved, response, outcome);
      let { fault } = outcome;
      if (isEnded && outcome.operation?.needsSession && response.status < 400)
        fault ??= 'an ended session was let in';
      if (response.status === 401 && resolved.user && outcome.operation?.needsSession) {
        fault ??= await checkRejectedSession(resolved.user, resolved, endingCallsBefore);
      }
      if (fault === null) return;
      const key = outcome.operation?.key ?? 'no call';
      throw new Error(
        `${key}: ${fault}\n${asCurl(url, resolved.wire)}\n${response.status} ${response.text.slice(0, 1_000)}`,
      );
    },
  };
}

/**
 * Sends requests made from the OpenAPI document of a running product, in several lanes at once, until one lane has
 * found a fault (then it looks for the smallest request that shows it) or all are sent.
 */
export async function fuzz({ url, seed, requests }: FuzzOptions): Promise<FuzzReport> {
  const document = await readDocument(url);
  const client = createHttpClient(url);
  const state = createFuzzState();
  try {
    await seedState(client, state);
    const run = createRun(url, document, client, state);
    const failures = new Set<string>();
    const property = fc.asyncProperty(requestPlans(document), (plan) => run.send(plan));
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        const result = await fc.check(property, {
          seed: seed + worker,
          numRuns: Math.ceil(requests / WORKERS),
        });
        if (result.failed) failures.add(String(result.errorInstance ?? 'interrupted'));
      }),
    );
    return { ...run.totals, routes: run.routes, failures: [...failures] };
  } finally {
    client.close();
  }
}

/** Calls that no stranger can do right. */
const OPERATOR_ONLY = ['POST /api/auth/reset-password'];

/** The calls that were done right less than `least` times: what is behind their schema was hardly tried. */
export function underTested({ routes }: FuzzReport, minimum: number): string[] {
  return [...routes]
    .filter(([key, { succeeded }]) => succeeded < minimum && !OPERATOR_ONLY.includes(key))
    .map(([key, { succeeded }]) => `${key}: ${succeeded}`);
}

/** The closing line and a table of all calls. */
export function describeReport({ sent, serverErrors, pastSchema, routes }: FuzzReport, seed: number): string {
  const rows = [...routes].map(([key, count]) =>
    [
      key.padEnd(50),
      ...[count.sent, count.succeeded, count.pastSchema].map((n) => String(n).padStart(7)),
    ].join(''),
  );
  const head = `${'call'.padEnd(50)}   sent    done past it`;
  const share = ((100 * pastSchema) / sent).toFixed(1);
  const line = `fuzz: ${sent} requests, ${serverErrors} x 5xx, ${share} % signed in and past the schema, seed ${seed}`;
  return [head, ...rows, line].join('\n');
}
