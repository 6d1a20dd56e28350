import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { buildPostInput, PNG_DATA_URL } from '../factories.js';
import { type ApiDocument, readDocument } from './document.js';
import { judge, type Verdict } from './judge.js';
import { type Filled, fillIn, type Plan, plans } from './plan.js';
import { asCurl, createWire, type Wire, type WireAnswer } from './request.js';
import { createWorld, type Person, type World } from './world.js';

interface FuzzOptions {
  url: string;
  /** Repeats a run: the order in which answers come may still differ. */
  seed: number;
  /** How many requests are sent in all. */
  requests: number;
}

interface RouteCount {
  sent: number;
  done: number;
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
const LANES = 8;
const PEOPLE = 6;
const PASSWORD = 'monsoon-kochi-7';

/** So that a change is judged by the requests that the one before it passed. */
const USUAL_SEED = 2_086_871_501;

/** @param given - FUZZ_SEED: a number, `new` for one that nobody has tried yet, nothing for the usual one. */
export function chooseSeed(given: string | undefined): number {
  if (given === undefined || given === '') return USUAL_SEED;
  return given === 'new' ? randomInt(2 ** 31 - 1) : Number(given);
}

/** The session cookie that an answer sets; null when it sets none, or takes it away. */
function newCookie(answer: WireAnswer): string | null {
  const [cookie] = [answer.headers['set-cookie'] ?? []].flat();
  const pair = cookie?.split(';')[0] ?? '';
  return pair.endsWith('=') || pair === '' ? null : pair;
}

/** People with stories, comments, messages, drafts and pictures, before the first strange request. */
async function settle(wire: Wire, world: World): Promise<void> {
  async function call(
    person: Person | null,
    method: string,
    path: string,
    body?: object,
  ): Promise<WireAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await wire.send({
      method,
      path,
      headers: {
        ...(person ? { Cookie: person.cookie } : {}),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: text,
    });
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    const storyId = /\/post\/([0-9a-f]{24})\//.exec(path)?.[1] ?? '';
    world.harvest(JSON.parse(answer.text), {
      key: `${method} ${path}`,
      storyId,
      callerId: person?.id ?? '',
    });
    return answer;
  }

  for (let n = 0; n < PEOPLE; n += 1) {
    const email = `traveller.${n}@fuzz.example`;
    const answer = await call(null, 'POST', '/api/auth/signup', {
      fullName: `मीरा ${n}`,
      email,
      password: PASSWORD,
    });
    const person: Person = {
      id: JSON.parse(answer.text)._id,
      email,
      passwords: [PASSWORD],
      cookie: newCookie(answer) ?? '',
      enders: 0,
      endersAtStart: 0,
    };
    world.people.push(person);
  }
  for (const [n, person] of world.people.entries()) {
    const other = world.people[(n + 1) % PEOPLE];
    if (!other) throw new Error('nobody to write to');
    for (const blogImage of ['', PNG_DATA_URL]) {
      const story = await call(person, 'POST', '/api/post/create-post', buildPostInput({ blogImage }));
      const storyId = JSON.parse(story.text).post._id;
      await call(person, 'POST', `/api/post/${storyId}/comments`, { text: 'सुंदर!' });
      await call(person, 'PUT', `/api/drafts/${crypto.randomUUID()}`, {
        blogTitle: 'आधा',
        blogHtml: '<p>अ</p>',
      });
      await call(person, 'POST', `/api/message/send/${other.id}`, { text: 'वहाँ कैसे पहुँचे?' });
      await call(other, 'POST', `/api/message/send/${person.id}`, { text: 'ट्रेन से 🚂' });
    }
    await call(person, 'GET', '/api/auth/sessions');
  }
}

/** Signs somebody in again whose session has ended. */
async function renew(person: Person, wire: Wire, world: World): Promise<void> {
  world.ended.push(person.cookie);
  const enders = person.enders;
  for (const password of person.passwords.toReversed()) {
    const body = JSON.stringify({ email: person.email, password });
    const answer = await wire.send({
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (answer.status !== 200) continue;
    person.cookie = newCookie(answer) ?? '';
    person.endersAtStart = enders;
    return;
  }
  throw new Error(`${person.email} cannot sign in any more`);
}

/** Sends one plan after the other, holds each answer against the document, and keeps count. */
function createRun(url: string, document: ApiDocument, wire: Wire, world: World) {
  const routes = new Map(
    document.operations.map(({ key }): [string, RouteCount] => [key, { sent: 0, done: 0, pastSchema: 0 }]),
  );
  const renewals = new Map<Person, Promise<void>>();
  const totals = { sent: 0, serverErrors: 0, pastSchema: 0 };

  /** What may end a session: any write of one's account, also over its cookie. */
  function noteBefore({ wire: { method, path, body = '' }, person }: Filled): void {
    if (method === 'GET' || !/^\/api\/auth\//i.test(path)) return;
    if (person) person.enders += 1;
    if (!/update-profile/i.test(path) || !person) return;
    const password: unknown = /"password":("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
    if (typeof password === 'string' && password !== '""')
      person.passwords.push(JSON.parse(password).normalize('NFC'));
  }

  async function noteAfter(
    { wire: { method, path }, person, parameters }: Filled,
    answer: WireAnswer,
    verdict: Verdict,
  ) {
    const count = verdict.operation && routes.get(verdict.operation.key);
    totals.sent += 1;
    if (answer.status >= 500) totals.serverErrors += 1;
    if (verdict.isPastSchema) totals.pastSchema += 1;
    if (count) {
      count.sent += 1;
      if (answer.status === 304 || answer.status < 300) count.done += 1;
      if (verdict.isPastSchema) count.pastSchema += 1;
    }
    const cookie = newCookie(answer);
    if (answer.status < 300 && verdict.operation) {
      const storyId = String(parameters['id'] ?? '');
      const callerId = person?.id ?? '';
      world.harvest(verdict.json, { key: verdict.operation.key, storyId, callerId });
      if (method === 'DELETE' && /delete-post|comments|drafts|sessions/.test(path)) {
        world.forget(decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? ''));
      }
      if (method === 'POST' && /\/auth\/(login|signup)$/i.test(path) && cookie !== null) {
        // Whoever signed in over a living session has replaced it.
        const email = String(Reflect.get(Object(verdict.json), 'email'));
        const who = world.people.find((each) => each.email.toLowerCase() === email.toLowerCase());
        if (who && who === person) who.cookie = cookie;
      }
    }
  }

  /** @returns why a living session was not taken; null when it may have ended. */
  async function checkEnded(person: Person, sent: Filled, endersBefore: number): Promise<string | null> {
    const wasSilent = endersBefore === person.endersAtStart && person.enders === person.endersAtStart;
    if (person.cookie !== sent.wire.headers['Cookie']) return null;
    const running = renewals.get(person) ?? renew(person, wire, world);
    renewals.set(person, running);
    await running;
    renewals.delete(person);
    return wasSilent ? 'signed out though nothing has ended the session' : null;
  }

  return {
    routes,
    totals,
    /** @throws what is wrong with the answer, with a command that sends the request again. */
    async send(plan: Plan): Promise<void> {
      const filled = fillIn(plan, world);
      const isEnded = plan.caller === 'ended';
      const endersBefore = filled.person?.enders ?? 0;
      noteBefore(filled);
      let answer: WireAnswer;
      try {
        answer = await wire.send(filled.wire);
      } catch (error) {
        throw new Error(`no answer: ${error}\n${asCurl(url, filled.wire)}`);
      }
      const verdict = judge(document, plan, filled, answer);
      await noteAfter(filled, answer, verdict);
      let { fault } = verdict;
      if (isEnded && verdict.operation?.needsSession && answer.status < 400)
        fault ??= 'an ended session was let in';
      if (answer.status === 401 && filled.person && verdict.operation?.needsSession) {
        fault ??= await checkEnded(filled.person, filled, endersBefore);
      }
      if (fault === null) return;
      const key = verdict.operation?.key ?? 'no call';
      throw new Error(
        `${key}: ${fault}\n${asCurl(url, filled.wire)}\n${answer.status} ${answer.text.slice(0, 1_000)}`,
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
  const wire = createWire(url);
  const world = createWorld();
  try {
    await settle(wire, world);
    const run = createRun(url, document, wire, world);
    const failures = new Set<string>();
    const property = fc.asyncProperty(plans(document), (plan) => run.send(plan));
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const result = await fc.check(property, { seed: seed + lane, numRuns: Math.ceil(requests / LANES) });
        if (result.failed) failures.add(String(result.errorInstance ?? 'interrupted'));
      }),
    );
    return { ...run.totals, routes: run.routes, failures: [...failures] };
  } finally {
    wire.close();
  }
}

/** Calls that no stranger can do right. */
const NEEDS_AN_OPERATOR = ['POST /api/auth/reset-password'];

/** The calls that were done right less than `least` times: what is behind their schema was hardly tried. */
export function hardlyDone({ routes }: FuzzReport, least: number): string[] {
  return [...routes]
    .filter(([key, { done }]) => done < least && !NEEDS_AN_OPERATOR.includes(key))
    .map(([key, { done }]) => `${key}: ${done}`);
}

/** The closing line and a table of all calls. */
export function describeReport({ sent, serverErrors, pastSchema, routes }: FuzzReport, seed: number): string {
  const rows = [...routes].map(([key, count]) =>
    [key.padEnd(50), ...[count.sent, count.done, count.pastSchema].map((n) => String(n).padStart(7))].join(
      '',
    ),
  );
  const head = `${'call'.padEnd(50)}   sent    done past it`;
  const share = ((100 * pastSchema) / sent).toFixed(1);
  const line = `fuzz: ${sent} requests, ${serverErrors} x 5xx, ${share} % signed in and past the schema, seed ${seed}`;
  return [head, ...rows, line].join('\n');
}
