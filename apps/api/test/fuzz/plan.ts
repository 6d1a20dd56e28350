import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Operation } from './api-document.js';
import type { FuzzState, FuzzUser } from './fuzz-state.js';
import type { WireRequest } from './http-client.js';
import { applyMutation, type Mutation, mutationArbitrary, type RequestDraft } from './mutations.js';
import { createResolver } from './resolve-references.js';
import { generateValues } from './values.js';

/** The cookie of a request: of a live session, none, of an ended session, or forged. */
type Caller = 'user' | 'guest' | 'ended' | 'forged';

/** A generated request. Its references to existing entities are resolved when it is sent. */
export interface RequestPlan {
  /** Wrapped, so that fast-check prints only the key of the operation. */
  call: { operation: Operation };
  caller: Caller;
  userIndex: number;
  /** Whether references prefer entities that belong to the caller and to each other. */
  prefersOwn: boolean;
  parameters: Record<string, unknown>;
  body: unknown;
  mutations: Mutation[];
}

/** A plan with all references resolved. */
export interface ResolvedRequest {
  wire: WireRequest;
  /** The user whose live session the request carries; null without one. */
  user: FuzzUser | null;
  /** Resolved path and query parameters by name. */
  parameters: Record<string, unknown>;
}

function buildPlan(operation: Operation): Arbitrary<RequestPlan> {
  const { key, parameters, body } = operation;
  const values = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, generateValues(schema, key, name)]),
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return fc.record({
    call: fc.constant({ operation, [fc.toStringMethod]: () => key }),
    caller: fc.oneof(
      { weight: 85, arbitrary: fc.constant<Caller>('user') },
      { weight: 15, arbitrary: fc.constantFrom<Caller>('guest', 'ended', 'forged') },
    ),
    userIndex: fc.nat(1_000),
    prefersOwn: fc.oneof(
      { weight: 2, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    parameters: fc.record(values, { requiredKeys: required, noNullPrototype: true }),
    body: body === null ? fc.constant(undefined) : generateValues(body, key, ''),
    mutations: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Mutation[]>([]) },
      { weight: 1, arbitrary: fc.array(mutationArbitrary, { minLength: 1, maxLength: 2 }) },
    ),
  });
}

/**
 * Generates requests to all operations of a document: two thirds as the document allows, one third with one or two
 * mutations; 15% of them without a live session.
 */
export function generatePlans({ operations }: ApiDocument): Arbitrary<RequestPlan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: operation.needsSession ? 4 : 2,
      arbitrary: buildPlan(operation),
    })),
  );
}

/** Builds a cookie with a wrong signature, the algorithm `none` or an unreadable token. */
function buildForgedCookie(state: FuzzState, userIndex: number): string {
  const cookie = state.users[userIndex % state.users.length]?.cookie ?? '';
  const [head = '', payload = ''] = cookie.split('.');
  const unsignedHead = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const name = cookie.slice(0, cookie.indexOf('=') + 1);
  const kinds = [
    `${head}.${payload}.${'A'.repeat(43)}`,
    `${name}${unsignedHead}.${payload}.`,
    `${name}${'x'.repeat(60)}`,
    name,
    `${head}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${'A'.repeat(43)}`,
  ];
  return kinds[userIndex % kinds.length] ?? '';
}

function chooseCookie(plan: RequestPlan, user: FuzzUser | null, state: FuzzState): string {
  if (plan.caller === 'forged') return buildForgedCookie(state, plan.userIndex);
  if (plan.caller === 'ended')
    return state.endedCookies[plan.userIndex % Math.max(1, state.endedCookies.length)] ?? '';
  return user?.cookie ?? '';
}

/** The body of an operation that takes another media type than JSON: an upload. */
const RAW_BODY = 'GIF89a';

function serializeBody({ body, rawBody }: RequestDraft): string | undefined {
  if (rawBody !== undefined) return rawBody;
  return body === undefined ? undefined : JSON.stringify(body);
}

/** Encodes a text as clients send it in a header: the bytes of its UTF-8, without control characters. */
function toHeaderValue(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[^ -~\x80-\xff]/g, '');
}

/** Resolves the references of a plan with entities that exist now, and applies its mutations. */
export function resolvePlan(plan: RequestPlan, state: FuzzState): ResolvedRequest {
  const { operation } = plan.call;
  const user = plan.caller === 'user' ? (state.users[plan.userIndex % state.users.length] ?? null) : null;
  const resolve = createResolver(state, operation, user, plan.prefersOwn, plan.userIndex);
  // The cast is safe: an object resolves to an object.
  const parameters = resolve(plan.parameters) as Record<string, unknown>;
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const cookie = chooseCookie(plan, user, state);
  const draft: RequestDraft = {
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(parameters[name]).toWellFormed()),
    ),
    query: inQuery.flatMap(({ name }): [string, string][] =>
      name in parameters ? [[name, String(parameters[name])]] : [],
    ),
    headers: cookie === '' ? {} : { Cookie: cookie },
    body: resolve(plan.body),
  };
  for (const parameter of operation.parameters) {
    const value = parameters[parameter.name];
    if (parameter.in === 'header' && value !== undefined)
      draft.headers[parameter.name] = toHeaderValue(String(value));
  }
  if (draft.body !== undefined) draft.headers['Content-Type'] = 'application/json';
  if (operation.bodyType !== null) {
    draft.headers['Content-Type'] = operation.bodyType;
    draft.rawBody = RAW_BODY;
  }
  for (const mutation of plan.mutations) applyMutation(draft, mutation);
  const body = serializeBody(draft);
  if (body !== undefined) draft.headers['Content-Length'] = String(Buffer.byteLength(body));
  // URLSearchParams replaces lone surrogates.
  const query = new URLSearchParams(draft.query).toString();
  return {
    wire: {
      method: draft.method,
      path: query === '' ? draft.path : `${draft.path}?${query}`,
      headers: draft.headers,
      body,
    },
    // A mutation may have replaced the cookie.
    user: user !== null && draft.headers['Cookie'] === user.cookie ? user : null,
    parameters,
  };
}
