import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Operation } from './document.js';
import { type Draft, type Fault, fault, spoil } from './faults.js';
import type { WireRequest } from './request.js';
import { valuesFor } from './values.js';
import type { Person, World } from './world.js';

/** Who calls: `ended` with the cookie of a session that has ended, `forged` with one that never was. */
type Caller = 'person' | 'guest' | 'ended' | 'forged';

/** A request to be: what names things that are there is filled in when it is sent. */
export interface Plan {
  call: { operation: Operation };
  caller: Caller;
  who: number;
  /** Whether it names what is the caller's, and fits together. */
  wantsOwn: boolean;
  parameters: Record<string, unknown>;
  body: unknown;
  faults: Fault[];
}

/** A plan with all filled in. */
export interface Filled {
  wire: WireRequest;
  /** Whose living session it carries; null for none. */
  person: Person | null;
  /** What the address names, by parameter. */
  parameters: Record<string, unknown>;
}

function planOf(operation: Operation): Arbitrary<Plan> {
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
    who: fc.nat(1_000),
    wantsOwn: fc.oneof(
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
export function plans({ operations }: ApiDocument): Arbitrary<Plan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: operation.needsSession ? 4 : 2,
      arbitrary: planOf(operation),
    })),
  );
}

/** Breaks a token in the middle of its signature, where every bit counts, or is none at all. */
function forgedCookie(world: World, who: number): string {
  const cookie = world.people[who % world.people.length]?.cookie ?? '';
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
  return kinds[who % kinds.length] ?? '';
}

function cookieOf(plan: Plan, person: Person | null, world: World): string {
  if (plan.caller === 'forged') return forgedCookie(world, plan.who);
  if (plan.caller === 'ended') return world.ended[plan.who % Math.max(1, world.ended.length)] ?? '';
  return person?.cookie ?? '';
}

function bytesOf({ body, rawBody }: Draft): string | undefined {
  if (rawBody !== undefined) return rawBody;
  return body === undefined ? undefined : JSON.stringify(body);
}

/** Fills a plan in with what is there now, and does to it what is to be done wrong. */
export function fillIn(plan: Plan, world: World): Filled {
  const { operation } = plan.call;
  const person = plan.caller === 'person' ? (world.people[plan.who % world.people.length] ?? null) : null;
  const resolver = world.resolver(operation, person, plan.wantsOwn);
  resolver.chooseFirst(world.kindsOf(operation), plan.who);
  // Objects stay objects when they are filled in.
  const parameters = resolver.fill(plan.parameters) as Record<string, unknown>;
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const cookie = cookieOf(plan, person, world);
  const draft: Draft = {
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(parameters[name]).toWellFormed()),
    ),
    query: inQuery.flatMap(({ name }): [string, string][] =>
      name in parameters ? [[name, String(parameters[name])]] : [],
    ),
    headers: cookie === '' ? {} : { Cookie: cookie },
    body: resolver.fill(plan.body),
  };
  if (draft.body !== undefined) draft.headers['Content-Type'] = 'application/json';
  for (const each of plan.faults) spoil(draft, each);
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
    person: person !== null && draft.headers['Cookie'] === person.cookie ? person : null,
    parameters,
  };
}
