import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { buildPostInput, PNG_DATA_URL } from '../factories.js';
import { TUS, UPLOAD_TYPE, UPLOADS_PATH } from '../uploads.js';
import { type ApiDocument, readDocument } from './api-document.js';
import { checkResponse, type ResponseCheck } from './check-response.js';
import {
  collectEntities,
  collectUpload,
  createFuzzState,
  type FuzzState,
  type FuzzUser,
  markDeleted,
} from './fuzz-state.js';
import { createHttpClient, formatCurl, type HttpClient, type WireResponse } from './http-client.js';
import { generatePlans, type RequestPlan, type ResolvedRequest, resolvePlan } from './plan.js';

interface FuzzOptions {
  url: string;
  /** Repeats the plans of a run. Their references resolve to what exists when each request is sent. */
  seed: number;
  /** Total number of requests. */
  requests: number;
}

interface RouteCount {
  sent: number;
  succeeded: number;
  /** Authenticated requests whose input passed the schemas, so that they reached the handler. */
  pastSchema: number;
}

interface FuzzReport {
  sent: number;
  serverErrors: number;
  pastSchema: number;
  routes: ReadonlyMap<string, RouteCount>;
  /** Each with the smallest request that reproduces it. */
  failures: readonly string[];
}

/** Number of concurrent requests. */
const WORKERS = 8;
const USER_COUNT = 6;
const PASSWORD = 'monsoon-kochi-7';

/** Fixed, so that a change is tested with the requests that passed before it. */
const DEFAULT_SEED = 2_086_871_501;

/** @param setting - FUZZ_SEED: a number, `new` for a random seed, or nothing for the default. */
export function chooseSeed(setting: string | undefined): number {
  if (setting === undefined || setting === '') return DEFAULT_SEED;
  return setting === 'new' ? randomInt(2 ** 31 - 1) : Number(setting);
}

/** Reads the session cookie that a response sets; null when it sets none or clears it. */
function readSessionCookie(response: WireResponse): string | null {
  const [cookie] = [response.headers['set-cookie'] ?? []].flat();
  const pair = cookie?.split(';')[0] ?? '';
  return pair.endsWith('=') || pair === '' ? null : pair;
}

/** Uploads a picture for the text of a user's stories. */
async function uploadPicture(client: HttpClient, state: FuzzState, user: FuzzUser): Promise<void> {
  const bytes = Buffer.from(PNG_DATA_URL.split(',')[1] ?? '', 'base64');
  const headers = { Cookie: user.cookie, ...TUS };
  const created = await client.send({
    method: 'POST',
    path: UPLOADS_PATH,
    headers: { ...headers, 'Upload-Length': String(bytes.length) },
    body: undefined,
  });
  const finished = await client.send({
    method: 'PATCH',
    path: String(created.headers['location']),
    headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': UPLOAD_TYPE },
    body: bytes,
  });
  if (finished.status !== 204) throw new Error(`The upload responded ${finished.status}: ${finished.text}`);
  const address = finished.headers['upload-media'];
  collectEntities(state, address, { key: 'PATCH upload', storyId: '', callerId: user.id });
}

/** Creates users with stories, comments, messages, drafts and pictures before the first generated request. */
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
      throw new Error(`${method} ${path} responded ${response.status}: ${response.text}`);
    const storyId = /\/post\/([0-9a-f]{24})\//.exec(path)?.[1] ?? '';
    collectEntities(state, JSON.parse(response.text), {
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
    if (!nextUser) throw new Error('There is no second user');
    for (const blogImage of ['', PNG_DATA_URL]) {
      // One story of each user is public.
      const visibility = blogImage === '' ? 'members' : 'public';
      const input = buildPostInput({ blogImage, visibility, blogLocation: 'Varanasi' });
      const story = await call(user, 'POST', '/api/post/create-post', input);
      const storyId = JSON.parse(story.text).post._id;
      await call(user, 'POST', `/api/post/${storyId}/comments`, { text: 'सुंदर!' });
      await call(user, 'PUT', `/api/drafts/${crypto.randomUUID()}`, {
        blogTitle: 'आधा',
        blogHtml: '<p>अ</p>',
      });
      await call(user, 'POST', `/api/message/send/${nextUser.id}`, { text: 'वहाँ कैसे पहुँचे?' });
      await call(nextUser, 'POST', `/api/message/send/${user.id}`, { text: 'ट्रेन से 🚂' });
    }
    await uploadPicture(client, state, user);
    await call(user, 'GET', '/api/auth/sessions');
  }
}

/** Signs a user in again after their session has ended. */
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
  throw new Error(`No known password of ${user.email} is accepted`);
}

/** Sends plans, checks each response against the document and counts the results. */
function createRun(url: string, document: ApiDocument, client: HttpClient, state: FuzzState) {
  const routes = new Map(
    document.operations.map(({ key }): [string, RouteCount] => [
      key,
      { sent: 0, succeeded: 0, pastSchema: 0 },
    ]),
  );
  const renewals = new Map<FuzzUser, Promise<void>>();
  const totals = { sent: 0, serverErrors: 0, pastSchema: 0 };

  /** Records that a request may end a session (any write below /api/auth) or change a password. */
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
      collectEntities(state, outcome.json, { key: outcome.operation.key, storyId, callerId });
      collectUpload(state, response.headers, String(parameters['uploadId'] ?? ''), callerId);
      if (method === 'DELETE' && /delete-post|comments|drafts|sessions|uploads/.test(path)) {
        markDeleted(state, decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? ''));
      }
      if (method === 'POST' && /\/auth\/(login|signup)$/i.test(path) && cookie !== null) {
        // Signing in with a live session replaces it.
        const email = String(Reflect.get(Object(outcome.json), 'email'));
        const signedInUser = state.users.find((known) => known.email.toLowerCase() === email.toLowerCase());
        if (signedInUser && signedInUser === user) signedInUser.cookie = cookie;
      }
    }
  }

  /** Signs a user in again after a 401. @returns a fault when no call can have ended the session; otherwise null. */
  async function renewRejectedSession(
    user: FuzzUser,
    sent: ResolvedRequest,
    endingCallsBefore: number,
  ): Promise<string | null> {
    const mustBeLive =
      endingCallsBefore === user.endingCallsAtStart && user.endingCalls === user.endingCallsAtStart;
    if (user.cookie !== sent.wire.headers['Cookie']) return null;
    const running = renewals.get(user) ?? renewSession(user, client, state);
    renewals.set(user, running);
    await running;
    renewals.delete(user);
    return mustBeLive ? 'rejects a live session' : null;
  }

  return {
    routes,
    totals,
    /** @throws an Error that names the fault of the response and a curl command that repeats the request. */
    async send(plan: RequestPlan): Promise<void> {
      const resolved = resolvePlan(plan, state);
      const isEnded = plan.caller === 'ended';
      const endingCallsBefore = resolved.user?.endingCalls ?? 0;
      recordRequest(resolved);
      let response: WireResponse;
      try {
        response = await client.send(resolved.wire);
      } catch (error) {
        throw new Error(`no response: ${error}\n${formatCurl(url, resolved.wire)}`);
      }
      const outcome = checkResponse(document, plan, resolved, response);
      await recordResponse(resolved, response, outcome);
      let { fault } = outcome;
      if (isEnded && outcome.operation?.needsSession && response.status < 400)
        fault ??= 'accepts an ended session';
      if (response.status === 401 && resolved.user && outcome.operation?.needsSession) {
        fault ??= await renewRejectedSession(resolved.user, resolved, endingCallsBefore);
      }
      if (fault === null) return;
      const key = outcome.operation?.key ?? 'no operation';
      throw new Error(
        `${key}: ${fault}\n${formatCurl(url, resolved.wire)}\n${response.status} ${response.text.slice(0, 1_000)}`,
      );
    },
  };
}

/**
 * Sends requests generated from the OpenAPI document of a running server, several at a time. A worker that finds a
 * fault shrinks it to the smallest request that reproduces it, and stops.
 */
export async function fuzz({ url, seed, requests }: FuzzOptions): Promise<FuzzReport> {
  const document = await readDocument(url);
  const client = createHttpClient(url);
  const state = createFuzzState();
  try {
    await seedState(client, state);
    const run = createRun(url, document, client, state);
    const failures = new Set<string>();
    const property = fc.asyncProperty(generatePlans(document), (plan) => run.send(plan));
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

/** Operations that need a link from an operator to succeed. */
const OPERATOR_ONLY = ['POST /api/auth/reset-password'];

/**
 * Lists operations that succeeded fewer than `minimum` times, so that the code behind their schemas was hardly tested.
 */
export function findUnderTested({ routes }: FuzzReport, minimum: number): string[] {
  return [...routes]
    .filter(([key, { succeeded }]) => succeeded < minimum && !OPERATOR_ONLY.includes(key))
    .map(([key, { succeeded }]) => `${key}: ${succeeded}`);
}

/** Formats a table of all operations and a closing line. */
export function describeReport(report: FuzzReport, seed: number): string {
  const { sent, serverErrors, pastSchema, routes, failures } = report;
  const rows = [...routes].map(([key, count]) =>
    [
      key.padEnd(50),
      ...[count.sent, count.succeeded, count.pastSchema].map((n) => String(n).padStart(7)),
    ].join(''),
  );
  const head = `${'operation'.padEnd(50)}   sent success handled`;
  const share = ((100 * pastSchema) / sent).toFixed(1);
  const line = `fuzz: ${sent} requests, ${serverErrors} x 5xx, ${share} % authenticated and past the schema, seed ${seed}`;
  // The failures are printed here too, because those of a test that passes on a retry are not printed otherwise.
  return [head, ...rows, ...failures, line].join('\n');
}
