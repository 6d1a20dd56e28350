import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Operation } from './api-document.js';
import { applyFault, type Fault, fault, type RequestDraft } from './faults.js';
import type { FuzzState, FuzzUser } from './fuzz-state.js';
import type { WireRequest } from './http-client.js';
import { valuesFor } from './values.js';

/** Who calls: `ended` with the cookie of a session that has ended, `forged` with one that never was. */
type Caller = 'person' | 'guest' | 'ended' | 'forged';

/** A request to be: what names things that are there is filled in when it is sent. */
export interface RequestPlan {
  call: { operation: Operation };
  caller: Caller;
  userIndex: number;
  /** Whether it names what is the caller's, and fits together. */
  prefersOwn: boolean;
  parameters: Record<string, unknown>;
  body: unknown;
  faults: Fault[];
}

/** A plan with all filled in. */
export interface ResolvedRequest {
  wire: WireRequest;
  /** Whose living session it carries; null for none. */
  user: FuzzUser | null;
  /** What the address names, by parameter. */
  parameters: Record<string, unknown>;
}

function buildPlan(operation: Operation): Arbitrary<RequestPlan> {
  const { key, parameters, body } = operation;
  const values = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, valuesFor(schema, key, name)]),
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return fc.record({
    call: fc.constant({ operation, [fc.toStringMethod]: () => key }),
    caller: fc.oneof(
      { weight: 85, arbitrary: fc.constant<Caller>('person') },
      { weight: 15, arbitrary: fc.constantFrom<Caller>('guest', 'ended', 'forged') },
    ),
    userIndex: fc.nat(1_000),
    prefersOwn: fc.oneof(
      { weight: 2, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    parameters: fc.record(values, { requiredKeys: required, noNullPrototype: true }),
    body: body === null ? fc.constant(undefined) : valuesFor(body, key, ''),
    faults: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Fault[]>([]) },
      { weight: 1, arbitrary: fc.array(fault, { minLength: 1, maxLength: 2 }) },
    ),
  });
}

/** Requests to all calls of a document: two of three such as it allows, each third with something wrong. */
export function requestPlans({ operations }: ApiDocument): Arbitrary<RequestPlan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: operation.needsSession ? 4 : 2,
      arbitrary: buildPlan(operation),
    })),
  );
}

/** Breaks a token in the middle of its signature, where every bit counts, or is none at all. */
function buildForgedCookie(state: FuzzState, userIndex: number): string {
  const cookie = state.users[userIndex % state.users.length]?.cookie ?? '';
  const [head = '', payload = ''] = cookie.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const name = cookie.slice(0, cookie.indexOf('=') + 1);
  const kinds = [
    `${head}.${payload}.${'A'.repeat(43)}`,
    `${name}${none}.${payload}.`,
    `${name}${'x'.repeat(60)}`,
    name,
    `${head}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${'A'.repeat(43)}`,
  ];
  return kinds[userIndex % kinds.length] ?? '';
}

function cookieOf(plan: RequestPlan, user: FuzzUser | null, state: FuzzState): string {
  if (plan.caller === 'forged') return buildForgedCookie(state, plan.userIndex);
  if (plan.caller === 'ended')
    return state.endedCookies[plan.userIndex % Math.max(1, state.endedCookies.length)] ?? '';
  return user?.cookie ?? '';
}

function bytesOf({ body, rawBody }: RequestDraft): string | undefined {
  if (rawBody !== undefined) return rawBody;
  return body === undefined ? undefined : JSON.stringify(body);
}

/** Fills a plan in with what is there now, and does to it what is to be done wrong. */
export function resolvePlan(plan: RequestPlan, state: FuzzState): ResolvedRequest {
  const { operation } = plan.call;
  const user = plan.caller === 'person' ? (state.users[plan.userIndex % state.users.length] ?? null) : null;
  const resolver = state.createResolver(operation, user, plan.prefersOwn);
  resolver.chooseFirst(state.kindsOf(operation), plan.userIndex);
  // Objects stay objects when they are filled in.
  const parameters = resolver.resolve(plan.parameters) as Record<string, unknown>;
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const cookie = cookieOf(plan, user, state);
  const draft: RequestDraft = {
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(parameters[name]).toWellFormed()),
    ),
    query: inQuery.flatMap(({ name }): [string, string][] =>
      name in parameters ? [[name, String(parameters[name])]] : [],
    ),
    headers: cookie === '' ? {} : { Cookie: cookie },
    body: resolver.resolve(plan.body),
  };
  if (draft.body !== undefined) draft.headers['Content-Type'] = 'application/json';
  for (const planFault of plan.faults) applyFault(draft, planFault);
  const body = bytesOf(draft);
  if (body !== undefined) draft.headers['Content-Length'] = String(Buffer.byteLength(body));
  // A parser of forms takes lone surrogates for what is to be replaced.
  const query = new URLSearchParams(draft.query).toString();
  return {
    wire: {
      method: draft.method,
      path: query === '' ? draft.path : `${draft.path}?${query}`,
      headers: draft.headers,
      body,
    },
    // A fault may have put another cookie in its place.
    user: user !== null && draft.headers['Cookie'] === user.cookie ? user : null,
    parameters,
  };
}
