import { type Endpoint, type EndpointKey, endpoints } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { ACCESS_MATRIX, MATRIX_METRICS_TOKEN, type RequestParts } from '../../test/access-matrix.js';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { resolveEndpoint } from '../../test/resolve-endpoint.js';
import { createOwnerLabeler, createTwoOwners, type TwoOwners } from '../../test/two-owners.js';
import { watchWholeDatabase } from '../../test/whole-database.js';
import { openApiDocument } from '../operations/openapi.js';

useDatabase();
const app = useApp({ env: { METRICS_TOKEN: MATRIX_METRICS_TOKEN } });

const TIMEOUT_MS = 300_000;
const BATCH = 6;

/** JSON that replaces the value of a body's field. */
const BODY_VALUES = [
  '{"$gt":""}',
  '{"$ne":null}',
  '{"$where":"1"}',
  '{"$regex":".*"}',
  '{"$in":[]}',
  '[]',
  '["a",{"$gt":""}]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
];
/** Attacks on a query parameter, whose name replaces `N`. */
const QUERIES = [
  'N[$gt]=',
  'N[$ne]=1',
  'N[$where]=1',
  'N[$regex]=.*',
  'N[]=1',
  'N=1&N=2',
  'N[__proto__][polluted]=1',
];
/** Queries for every call, including those without parameters. */
const ANY_QUERIES = ['$where=1', 'x[$gt]=', '__proto__[polluted]=1', 'constructor[prototype][polluted]=1'];
const LITERAL = '{"$gt":""}';
const PATH_VALUES = [
  LITERAL,
  '[$ne]',
  '$where',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\0',
  'a'.repeat(3_000),
];
/** Parameters that accept any text: there, an operator is an ordinary search text. */
const FREE_TEXT: ReadonlySet<string> = new Set(['q']);

interface Operation {
  parameters: { name: string; in: string }[];
  /** Uploads have another type of body, whose bytes have no fields. */
  requestBody?: { content: { 'application/json'?: { schema: { properties: Record<string, unknown> } } } };
}

/** Lists the names of a call's inputs, from the OpenAPI document. */
function listInputs(key: EndpointKey): { fields: string[]; queries: string[]; params: string[] } {
  const [method = '', path = ''] = key.split(' ');
  const paths = openApiDocument().paths as Record<string, Record<string, Operation>>;
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is not in the OpenAPI document`);
  const listNames = (location: string) =>
    operation.parameters.filter((each) => each.in === location).map(({ name }) => name);
  return {
    fields: Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {}),
    queries: listNames('query'),
    params: listNames('path'),
  };
}

const KEYS = Object.keys(endpoints) as EndpointKey[];

/** Builds a request that succeeds; the tests replace parts of it. */
function buildValidRequest(key: EndpointKey, { asha, friend }: TwoOwners) {
  const scenario = ACCESS_MATRIX[key].find(({ owner }) => owner.status < 300);
  if (!scenario) throw new Error(`${key} never succeeds in the access matrix`);
  return { ...scenario.owner, ...scenario.request(asha, asha, { friend }) };
}

/** Runs a few requests at a time: a slow database would not serve a hundred in time. */
async function runInBatches<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += BATCH) {
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(run))));
  }
  return results;
}

type Sent = RequestParts & { json?: string };

async function send(
  key: EndpointKey,
  { asha }: TwoOwners,
  { params = {}, query = '', body, json, headers = {} }: Sent,
) {
  const { method, path } = resolveEndpoint(key, (name) => params[name]);
  const content = json ?? (body ? JSON.stringify(body) : null);
  const response = await fetch(app.url + path + query, {
    method,
    headers: { ...headers, Cookie: asha.cookie, ...(content ? { 'Content-Type': 'application/json' } : {}) },
    body: content,
  });
  return { status: response.status, text: await response.text() };
}

/** Builds every request that sends an operator to one call, with the expected statuses. */
function buildAttacks(
  key: EndpointKey,
  valid: RequestParts,
): { description: string; sent: Sent; statuses: readonly number[] }[] {
  const { fields, queries, params } = listInputs(key);
  const { query = '', body = {} } = valid;
  const withQuery = (more: string) => ({ ...valid, query: `${query}${query ? '&' : '?'}${more}` });
  /** Replaces a parameter, so that it is repeated only where that is the attack. */
  const replaceParameter = (name: string, text: string) => {
    const others = new URLSearchParams(query);
    others.delete(name);
    return { ...valid, query: `?${[others.toString(), text].filter(Boolean).join('&')}` };
  };
  return [
    ...fields.flatMap((field) =>
      BODY_VALUES.map((value) => {
        const others = JSON.stringify({ ...body, [field]: undefined }).slice(1, -1);
        const json = `{${[others, `"${field}":${value}`].filter(Boolean).join(',')}}`;
        return { description: `${field} ${value}`, sent: { ...valid, json }, statuses: [400] };
      }),
    ),
    ...queries.flatMap((name) => [
      ...QUERIES.map((form) => {
        const text = form.replaceAll('N', name);
        return { description: text, sent: replaceParameter(name, text), statuses: [400] };
      }),
      {
        description: `${name}=${LITERAL}`,
        sent: replaceParameter(name, `${name}=${encodeURIComponent(LITERAL)}`),
        statuses: [FREE_TEXT.has(name) ? 200 : 400],
      },
    ]),
    ...ANY_QUERIES.map((text) => ({ description: text, sent: withQuery(text), statuses: [400] })),
    ...params.flatMap((name) =>
      PATH_VALUES.map((value) => ({
        description: `:${name} ${value.slice(0, 20)}`,
        sent: { ...valid, params: { ...valid.params, [name]: value } },
        // Stories and pictures are looked up by any text; the response for an unknown one is 404.
        statuses: [400, 404],
      })),
    ),
  ];
}

/** Members that no body may set, with values that are recognizable wherever they are stored or sent. */
const FORGED = {
  _id: 'f0'.repeat(12),
  id: 'f0'.repeat(12),
  authorId: 'f0'.repeat(12),
  userId: 'f0'.repeat(12),
  senderId: 'f0'.repeat(12),
  viewers: ['f0'.repeat(12)],
  hiddenFor: ['f0'.repeat(12)],
  slug: 'forged-value',
  role: 'forged-value',
  passwordHash: 'forged-value',
  emailKey: 'forged@example.com',
  email: 'forged@example.com',
  clientKey: 'forged-value',
  conversation: 'forged-value',
  excerpt: 'forged-value',
  searchWords: 'forged-value',
  reactions: { ['f0'.repeat(12)]: { emoji: '🙏' } },
  likes: 987_654_321,
  likeCount: 987_654_321,
  comments: 987_654_321,
  commentCount: 987_654_321,
  readMinutes: 987_654_321,
  seq: 987_654_321,
  version: 987_654_321,
  isAdmin: 987_654_321,
  createdAt: '2001-02-03T04:05:06.000Z',
  updatedAt: '2001-02-03T04:05:06.000Z',
  expiresAt: '2001-02-03T04:05:06.000Z',
  deletedAt: '2001-02-03T04:05:06.000Z',
  $set: { likes: 987_654_321 },
  $inc: { likes: 987_654_321 },
  $unset: { passwordHash: 1 },
};
const FORGED_TRACES = ['f0'.repeat(12), 'forged', '987654321', '2001-02-03', '"$set"', '"$unset"'];

describe('Security 5: query operators in requests', () => {
  it(
    'operators, lists and prototypes in every field, parameter and path of every call: are rejected and change nothing',
    async () => {
      const owners = await createTwoOwners(app);
      const database = await watchWholeDatabase();
      const problems: string[] = [];
      let requests = 0;

      for (const key of KEYS) {
        const attacks = buildAttacks(key, buildValidRequest(key, owners));
        const responses = await runInBatches(attacks, ({ sent }) => send(key, owners, sent));
        requests += attacks.length;
        for (const [index, { description, statuses }] of attacks.entries()) {
          const status = responses[index]?.status ?? 0;
          if (!statuses.includes(status)) problems.push(`${key} with ${description}: responded ${status}`);
        }
        const changes = await database.takeChanges(createOwnerLabeler(owners.asha.id, owners.ravi.id));
        if (changes.length > 0) problems.push(`${key}: changed ${changes.join(' ')}`);
      }

      console.log(`no operators: ${requests} requests to ${KEYS.length} calls, ${problems.length} wrong`);
      expect(problems).toEqual([]);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it(
    'unknown members in every body: are neither stored nor sent back, and do not affect the call',
    async () => {
      const owners = await createTwoOwners(app);
      const database = await watchWholeDatabase();
      const problems: string[] = [];
      const keys = KEYS.filter((key) => 'body' in (endpoints[key] satisfies Endpoint));

      for (const key of keys) {
        const valid = buildValidRequest(key, owners);
        const fields = new Set(listInputs(key).fields);
        const forged = Object.fromEntries(Object.entries(FORGED).filter(([name]) => !fields.has(name)));
        const members = JSON.stringify({ ...forged, ...valid.body }).slice(1, -1);
        const json = `{"__proto__":{"likes":987654321,"userId":"${'f0'.repeat(12)}"},${members}}`;

        const response = await send(key, owners, { ...valid, json });
        const { changes, written } = await database.takeWritten(
          createOwnerLabeler(owners.asha.id, owners.ravi.id),
        );

        if (response.status !== valid.status) problems.push(`${key}: responded ${response.status}`);
        if (changes.join() !== [...(valid.changes ?? [])].sort().join())
          problems.push(`${key}: changed ${changes.join(' ')}`);
        for (const trace of FORGED_TRACES) {
          if (written.includes(trace)) problems.push(`${key}: stored ${trace}`);
          if (response.text.includes(trace)) problems.push(`${key}: responded with ${trace}`);
        }
      }

      expect(keys.length).toBeGreaterThan(10);
      expect(problems).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
