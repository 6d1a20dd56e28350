import { type Endpoint, endpoints, errorBodySchema } from '@safarnama/contracts';
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Json = Record<string, unknown>;

/** Failures that any call may answer, beside its own: 400 also for an operator in a query that nobody reads. */
const COMMON_ERRORS = [400, 429, 503];
/** Those of a call that may change something: its body is read, and its origin asked, even where it needs none. */
const WRITE_ERRORS = [403, 413, 415];
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  304: 'As it was when the `ETag` of `If-None-Match` was given',
  400: 'The request is not valid; `fields` lists every broken rule',
  401: 'Not signed in, or the session has ended',
  403: 'Not allowed, or sent by a page of another site',
  404: 'Not there',
  409: 'In conflict with what is stored',
  413: 'Too large',
  415: 'The body is not JSON',
  429: 'Too many requests; see `Retry-After`',
  503: 'The database is away, or the server is busy; see `Retry-After`',
};

function toJsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

/** The members of an object schema, as parameters of a call. */
function buildParameters(schema: Schema | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: member,
  }));
}

function responseObject(status: number, schema: Schema | string): Json {
  const content =
    typeof schema === 'string'
      ? { [schema]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: toJsonSchema(schema, 'output') } };
  return { description: DESCRIPTIONS[status], content };
}

function errorStatuses({ access, errors = [], responses }: Endpoint, method: string): number[] {
  const statuses = new Set([
    ...errors,
    ...COMMON_ERRORS,
    ...(access === 'user' ? [401] : []),
    ...(method === 'get' ? [] : WRITE_ERRORS),
  ]);
  return [...statuses].filter((status) => !(status in responses)).sort();
}

function buildOperation(endpoint: Endpoint, method: string): Json {
  const responses = Object.entries(endpoint.responses).map(([status, schema]) => [
    status,
    responseObject(Number(status), schema),
  ]);
  const unchanged = method === 'get' ? [[304, { description: DESCRIPTIONS[304] }]] : [];
  const errors = errorStatuses(endpoint, method).map((status) => {
    const ownSchema = endpoint.errorResponses?.[status];
    if (ownSchema) return [status, responseObject(status, ownSchema)];
    return [
      status,
      {
        description: DESCRIPTIONS[status],
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ];
  });
  return {
    summary: endpoint.summary,
    security: endpoint.access === 'user' ? [{ session: [] }] : [],
    parameters: [...buildParameters(endpoint.params, 'path'), ...buildParameters(endpoint.query, 'query')],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toJsonSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: Object.fromEntries([...responses, ...unchanged, ...errors]),
  };
}

function buildDocument() {
  const paths: Record<string, Json> = {};
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const [upperMethod = '', route = ''] = key.split(' ');
    const method = upperMethod.toLowerCase();
    const path = route.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method]: buildOperation(endpoint, method) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Safarnama',
      version: '0.1.0',
      description:
        'Travel stories of India, with one-to-one chat and live presence. A known path with another method answers ' +
        '405 with `Allow`, an unknown path 404, and what cannot be read as HTTP 400, 408, 413 or 431: all with the ' +
        'body of every error.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorBodySchema, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'safarnama_session',
          description: '`__Host-safarnama_session` over https',
        },
      },
    },
  };
}

let cachedDocument: ReturnType<typeof buildDocument> | undefined;

/** The description of every endpoint, made once from the contracts' table. OpenAPI 3.1. */
export function openApiDocument(): ReturnType<typeof buildDocument> {
  cachedDocument ??= buildDocument();
  return cachedDocument;
}
