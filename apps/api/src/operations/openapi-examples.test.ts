import { type Endpoint, type EndpointKey, endpoints, errorBodySchema } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ACCESS_MATRIX, MATRIX_METRICS_TOKEN } from '../../test/access-matrix.js';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { resolveEndpoint } from '../../test/resolve-endpoint.js';
import { createOwnerLabeler, createTwoOwners, type TwoOwners } from '../../test/two-owners.js';
import { watchWholeDatabase } from '../../test/whole-database.js';
import { PICTURE_KEY } from '../media/picture-key.js';
import { openApiDocument } from './openapi.js';
import { EXAMPLES } from './openapi-examples.js';

useDatabase();
const app = useApp({ env: { METRICS_TOKEN: MATRIX_METRICS_TOKEN } });

const KEYS = Object.keys(endpoints) as EndpointKey[];
const getEndpoint = (key: EndpointKey): Endpoint => endpoints[key];
const getExample = (key: EndpointKey): { body?: object | undefined; response?: unknown } =>
  EXAMPLES[key] ?? {};
const listSuccessSchemas = (key: EndpointKey) =>
  Object.entries(getEndpoint(key).responses).flatMap(([status, schema]) =>
    Number(status) < 300 && typeof schema !== 'string' && schema !== null ? [schema] : [],
  );

/** Members of bodies that refer to stored data: the test replaces them with values from the database. */
const REFERENCES = ['email', 'password', 'token', 'upTo', 'draftKey', 'postId', 'version'];

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; enum?: unknown[] };
  example?: string | number;
}

/** Lists the parameters of an endpoint in the document. */
function listParameters(key: EndpointKey): Parameter[] {
  const [method = '', path = ''] = key.split(' ');
  const operation = openApiDocument().paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return (operation as { parameters: Parameter[] }).parameters;
}

const findExample = (key: EndpointKey, name: string) =>
  listParameters(key).find((parameter) => parameter.name === name)?.example;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Lists the paths of all members, and `path: type` of those that are not null. Elements of a list share one path, and
 * so do members that are named by an id.
 */
function listMembers(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((element) => listMembers(element, `${path}[]`))];
  if (!isObject(value)) return value === null ? [path] : [path, `${path}: ${typeof value}`];
  const members = Object.entries(value).flatMap(([name, member]) =>
    listMembers(member, `${path}.${/^[0-9a-f]{24}$/.test(name) ? '{id}' : name}`),
  );
  return [path, ...members];
}

/** Adds the examples of the parameters that are a choice to a query: they do not depend on stored data. */
function addChoices(key: EndpointKey, query: string): string {
  const values = new URLSearchParams(query);
  for (const { name, in: location, schema, example } of listParameters(key)) {
    if (location === 'query' && schema.enum) values.set(name, String(example));
  }
  return values.size === 0 ? '' : `?${values}`;
}

/** Sends the example of an endpoint as the user `asha`, for records that she may change. */
async function sendExample(key: EndpointKey, { asha, friend }: TwoOwners): Promise<Response> {
  const scenario = ACCESS_MATRIX[key].find(({ owner }) => owner.status < 300);
  if (!scenario) throw new Error(`${key} never succeeds in the access matrix`);
  const { params = {}, query = '', body: validBody = {} } = scenario.request(asha, asha, { friend });
  const { body } = getExample(key);
  const references = Object.entries(validBody).filter(([name]) => REFERENCES.includes(name));
  const { method, path } = resolveEndpoint(key, (name) => params[name]);
  return fetch(app.url + path + addChoices(key, query), {
    method,
    headers: { Cookie: asha.cookie, 'User-Agent': 'test', 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify({ ...body, ...Object.fromEntries(references) }) } : {}),
  });
}

describe('the tags of the OpenAPI document', () => {
  it('are each described, and used by an operation', () => {
    const { paths, tags } = openApiDocument();
    const used = Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => (operation as { tags: string[] }).tags),
    );

    expect(tags.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort());
  });
});

describe('the examples of the OpenAPI document', () => {
  it('exist for every body and every JSON response, and satisfy their schemas', () => {
    for (const key of KEYS.filter((each) => each !== 'GET /api/openapi.json')) {
      const { body, response } = getExample(key);
      const schema = getEndpoint(key).body;
      expect([key, body !== undefined]).toEqual([key, schema !== undefined]);
      if (schema) expect([key, z.safeParse(schema, body).error]).toEqual([key, undefined]);
      const schemas = listSuccessSchemas(key);
      expect([key, response !== undefined]).toEqual([key, schemas.length > 0]);
      for (const each of schemas) expect([key, z.safeParse(each, response).error]).toEqual([key, undefined]);
    }
    const [error] = openApiDocument().components.schemas.Error.examples;
    expect(z.safeParse(errorBodySchema, error).success).toBe(true);
  });

  it('of pictures: have keys as the API creates them', () => {
    const keys = [...JSON.stringify(openApiDocument()).matchAll(/"\/media\/([^"{]+)"/g)].map(
      ([, key]) => key,
    );

    expect(keys.length).toBeGreaterThan(0);
    for (const key of [...keys, findExample('GET /media/:key', 'key')]) expect(key).toMatch(PICTURE_KEY);
  });

  it('of parameters: have the type and satisfy the schemas of the document, and every required one has an example', () => {
    for (const key of KEYS) {
      const { params, query, headers } = getEndpoint(key);
      for (const [location, schema] of Object.entries({ path: params, query, header: headers })) {
        const examples = listParameters(key).filter(
          (each) => each.in === location && each.example !== undefined,
        );
        for (const { name, schema: described, example } of examples) {
          const type = described.type === 'integer' ? 'number' : 'string';
          expect([key, name, typeof example]).toEqual([key, name, type]);
          if (described.enum) expect(described.enum).toContain(example);
        }
        // Clients send numbers as text.
        const values = Object.fromEntries(examples.map(({ name, example }) => [name, String(example)]));
        const error = schema && z.safeParse(schema, values).error;
        expect([key, location, error]).toEqual([key, location, undefined]);
      }
    }
  });

  it('of path parameters: name what the example of the response contains', () => {
    const exampleResponse = <K extends EndpointKey>(key: K) => EXAMPLES[key]?.response;

    expect(findExample('DELETE /api/auth/sessions/:id', 'id')).toBe(
      exampleResponse('GET /api/auth/sessions')?.sessions[0]?._id,
    );
    const user = exampleResponse('GET /api/user/:id')?.user._id;
    expect(findExample('GET /api/user/:id', 'id')).toBe(user);
    expect(findExample('PUT /api/user/:id/follow', 'id')).toBe(user);
    const [message] = exampleResponse('GET /api/message/:id')?.messages_between_sender_receiver ?? [];
    expect(findExample('GET /api/message/:id', 'id')).toBe(message?.receiverId);
    expect(findExample('DELETE /api/message/:id', 'id')).toBe(message?._id);
    const place = exampleResponse('GET /api/place/:slug')?.place.slug;
    for (const key of [
      'GET /api/place/:slug',
      'GET /api/place/:slug/posts',
      'GET /place/:slug/feed.xml',
    ] as const)
      expect([key, findExample(key, 'slug')]).toEqual([key, place]);
    expect(findExample('GET /api/post/getpost/:slug', 'slug')).toBe(
      exampleResponse('GET /api/post/getpost/:slug')?.post.slug,
    );
    expect(findExample('GET /api/drafts/:key', 'key')).toBe(
      exampleResponse('GET /api/drafts/:key')?.draft.key,
    );
  });

  it('of stories: have the state that follows from the call', () => {
    const created = EXAMPLES['POST /api/post/create-post']?.response;
    const update = EXAMPLES['PUT /api/post/update-post/:id'];
    const bookmarked = EXAMPLES['GET /api/post/bookmarks']?.response?.posts;
    const changes = EXAMPLES['GET /api/message/:userId/changes']?.response;

    expect([created?.post.version, created?.card.version]).toEqual([1, 1]);
    expect(update?.response?.post.version).toBe((update?.body?.version ?? 0) + 1);
    expect(bookmarked?.map(({ bookmarkedByMe }) => bookmarkedByMe)).toEqual([true]);
    expect(changes?.removed).not.toContain(changes?.messages[0]?._id);
  });

  it('sent to the API: are accepted, and the response has every member of the example', async () => {
    const owners = await createTwoOwners(app);
    const database = await watchWholeDatabase();
    const missing: unknown[] = [];

    const compare = async (key: EndpointKey) => {
      const { response: example } = getExample(key);
      if (example === undefined) return;
      const response = await sendExample(key, owners);
      const body: unknown = await response.json();
      if (response.status >= 300) missing.push([key, response.status, body]);
      const shape = new Set(listMembers(body));
      missing.push(
        ...[...new Set(listMembers(example))].flatMap((member) => (shape.has(member) ? [] : [[key, member]])),
      );
    };
    await Promise.all(KEYS.filter((key) => key.startsWith('GET ')).map(compare));
    for (const key of KEYS.filter((each) => !each.startsWith('GET '))) {
      await compare(key);
      await database.takeChanges(createOwnerLabeler(owners.asha.id, owners.ravi.id));
    }

    expect(missing).toEqual([]);
  });
});
