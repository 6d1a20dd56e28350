import {
  type Endpoint,
  type EndpointKey,
  type ErrorBody,
  endpoints,
  errorBodySchema,
} from '@safarnama/contracts';
import * as z from 'zod/mini';
import { SAFE_METHODS } from '../http/origin-guard.js';
import { PRODUCT_VERSION } from '../lib/product-version.js';
import { EXAMPLES, PARAMETER_EXAMPLES } from './openapi-examples.js';

type Schema = z.core.$ZodType;
type Json = Record<string, unknown>;
type ParameterExamples = Readonly<Record<string, string | number>>;

/** The examples of an operation, whatever its types. */
interface OperationExamples {
  parameters?: ParameterExamples;
  body?: unknown;
  response?: unknown;
}

/** Errors of every endpoint; 400 also for query operators sent to an endpoint without parameters. */
const COMMON_ERRORS = [400, 429, 503];
/** Errors of every endpoint that may change something: the origin and the body are always checked. */
const WRITE_ERRORS = [403, 413, 415];
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  204: 'Done',
  304: 'Not modified since the `ETag` in `If-None-Match`',
  400: 'The request is not valid; `fields` lists every broken rule',
  401: 'Not signed in, or the session has ended',
  403: 'Not allowed, or sent by a page of another site',
  404: 'Not found',
  408: 'No byte of the body has arrived for 10 seconds',
  409: 'Conflict with the stored data',
  410: 'Expired',
  412: 'The request has no `Tus-Resumable: 1.0.0`; see `Tus-Version`',
  413: 'Too large',
  415: 'The body is not JSON, or not of the type that the call requires',
  429: 'Too many requests; see `Retry-After`',
  503: 'The database is unavailable, or the server is busy; see `Retry-After`',
};

const TAGS: Readonly<Record<string, string>> = {
  Account: 'Sign-up, sign-in, profile, sessions and privacy',
  Newsletter: 'Subscription to the newsletter',
  Users: 'Public profiles',
  Stories: 'Publishing, reading, search, likes and bookmarks',
  'Public stories': 'What guests may read, and the addresses for feed readers and search engines',
  Comments: 'Comments on stories',
  Drafts: 'Unpublished stories, saved while the author writes',
  Messages: 'Contacts, conversations, receipts, reactions and blocks',
  Notifications: 'Notifications of likes, comments, replies, followers and new stories',
  Places: 'The gazetteer of India',
  Operations: 'Documentation, health and metrics',
  Pictures: 'Pictures of stories, drafts, messages and profiles',
  Uploads:
    'Resumable uploads of pictures for the text of stories, by tus 1.0.0 (https://tus.io) with the extensions creation, ' +
    'termination and expiration. All calls but `OPTIONS` need the header `Tus-Resumable: 1.0.0`. A `POST` with ' +
    '`X-HTTP-Method-Override: PATCH` or `DELETE` is handled as a request of that method',
};

const INTRODUCTION = `Travel stories of India, with one-to-one chat and live presence.

## Signing in

\`POST /api/auth/signup\` and \`POST /api/auth/login\` set the session cookie, an HttpOnly JWT that is valid for 7 days and
renewed while it is used. Send it with every request: browsers do so automatically on the same origin, and with
\`credentials: 'include'\` from an origin listed in WEB_ORIGINS; other clients keep a cookie jar. It is called
\`__Host-safarnama_session\` over https and across origins, and \`safarnama_session\` over plain http. Ending a session, on
any device, invalidates its cookie at once. A user has at most 100 sessions: a sign-in beyond that ends the oldest one.
A logout, and every call that needs a session, can name the user it is meant for in the header \`X-User-Id\`: with the
session of another user, it gets 401.
Requests from pages of other origins cannot change anything (403).

## Errors

Every response with status 400 or above has the same JSON body: a \`message\` to show to the user, a stable \`code\`,
the \`requestId\` that is also in the \`X-Request-Id\` header and in the server's log, and with 400 usually \`fields\`,
the list of all broken rules, each with the \`code\` of its sentence. Only the 503 of \`/health/ready\` has the body of
its 200. Some errors have further members, such as the stored draft of a 409. If several checks fail, the first one in
this order decides: unknown path 404, wrong method 405 with \`Allow\`, foreign origin 403, too many requests 429, no
session 401, body too large 413, body type 415, malformed or invalid request 400, not found 404, not allowed 403. A body
of more than 100 kB, or of an upload, of which no byte arrives for 10 seconds gets 408. Requests that are not valid HTTP
get 400, 408, 413 or 431. 429 and 503 have a \`Retry-After\` header in seconds.`;

const ERROR_EXAMPLE: ErrorBody = {
  message: 'Title and content are required.',
  code: 'invalid',
  requestId: '5f0c6f0e-0d0f-4a39-9d3f-0a6c1c0a7f35',
  fields: [{ field: 'blogTitle', code: 'story_required', message: 'Title and content are required.' }],
};

function toJsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

interface Member {
  name: string;
  required: boolean;
  description?: unknown;
  schema: Json;
}

/** Describes the members of an object schema as OpenAPI describes parameters and headers. */
function listMembers(schema: Schema | undefined): Member[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...member }]) => ({
    name,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: member,
  }));
}

function buildParameters(
  schema: Schema | undefined,
  location: 'path' | 'query' | 'header',
  examples: ParameterExamples,
  defaults: Json = {},
): Json[] {
  return listMembers(schema).map(({ name, required, schema: member, ...rest }) => {
    const example = examples[name];
    return {
      name,
      in: location,
      required: location === 'path' || required,
      ...rest,
      schema: { ...member, ...(name in defaults ? { default: defaults[name] } : {}) },
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** Headers that responses of many endpoints have. */
const SHARED_HEADERS = {
  ETag: {
    description: 'Version of the body, for `If-None-Match`',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds until the request may be repeated',
    required: true,
    schema: { type: 'string', pattern: String.raw`^\d+$` },
  },
};

/** Describes the headers of a response, except those that every response has. */
function buildHeaders({ responseHeaders }: Endpoint, method: string, status: number): Json {
  const names: (keyof typeof SHARED_HEADERS)[] = [];
  if (method === 'get' && (status === 200 || status === 304)) names.push('ETag');
  if (status === 429 || status === 503) names.push('Retry-After');
  const own = status < 300 ? listMembers(responseHeaders) : [];
  const headers = Object.fromEntries([
    ...names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ...own.map(({ name, ...header }) => [name, header]),
  ]);
  return Object.keys(headers).length === 0 ? {} : { headers };
}

function buildResponse(status: number, schema: Schema | string | null, example?: unknown): Json {
  if (schema === null) return { description: DESCRIPTIONS[status] };
  const content =
    typeof schema === 'string'
      ? Object.fromEntries(schema.split(', ').map((type) => [type, { schema: { type: 'string' } }]))
      : {
          'application/json': {
            schema: toJsonSchema(schema, 'output'),
            ...(example === undefined ? {} : { example }),
          },
        };
  return { description: DESCRIPTIONS[status], content };
}

const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

function listErrorStatuses(
  { access, acceptsImage, bodyType, errors = [], responses }: Endpoint,
  method: string,
): number[] {
  const statuses = new Set([
    ...errors,
    ...COMMON_ERRORS,
    ...(access === 'user' ? [401] : []),
    ...(acceptsImage || bodyType !== undefined ? [408] : []),
    ...(SAFE_METHODS.has(method.toUpperCase()) ? [] : WRITE_ERRORS),
  ]);
  return [...statuses].filter((status) => !(status in responses)).sort();
}

function buildResponses(endpoint: Endpoint, method: string, example: unknown): Json {
  const responses = Object.entries(endpoint.responses).map(([status, schema]): [number, Json] => [
    Number(status),
    buildResponse(Number(status), schema, Number(status) < 300 ? example : undefined),
  ]);
  const notModified: [number, Json][] = method === 'get' ? [[304, { description: DESCRIPTIONS[304] }]] : [];
  const errors = listErrorStatuses(endpoint, method).map((status): [number, Json] => {
    const ownSchema = endpoint.errorResponses?.[status];
    return [
      status,
      ownSchema
        ? buildResponse(status, ownSchema)
        : { description: DESCRIPTIONS[status], content: ERROR_CONTENT },
    ];
  });
  return Object.fromEntries(
    [...responses, ...notModified, ...errors].map(([status, response]) => [
      status,
      { ...response, ...buildHeaders(endpoint, method, status) },
    ]),
  );
}

/** Lists the alternatives by which a call may be authorized; `{}` is none. */
function buildSecurity({ access, acceptsSession }: Endpoint): Json[] {
  if (access === 'operator') return [{ metricsToken: [] }, {}];
  if (access === 'user') return [{ session: [] }];
  return acceptsSession ? [{ session: [] }, {}] : [];
}

function buildOperation(key: EndpointKey, method: string): Json {
  const endpoint: Endpoint = endpoints[key];
  const { parameters, body, response }: OperationExamples = EXAMPLES[key] ?? {};
  const examples = { ...PARAMETER_EXAMPLES, ...parameters };
  const { pageLength } = endpoint;
  return {
    tags: [endpoint.tag],
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    security: buildSecurity(endpoint),
    parameters: [
      ...buildParameters(endpoint.params, 'path', examples),
      ...buildParameters(endpoint.query, 'query', examples, pageLength ? { limit: pageLength } : {}),
      ...buildParameters(endpoint.headers, 'header', examples),
    ],
    ...(endpoint.bodyType
      ? {
          requestBody: {
            required: true,
            content: { [endpoint.bodyType]: { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: toJsonSchema(endpoint.body, 'input'), example: body },
            },
          },
        }
      : {}),
    responses: buildResponses(endpoint, method, response),
  };
}

function buildPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const [upperMethod = '', route = ''] = key.split(' ');
    const method = upperMethod.toLowerCase();
    const path = route.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method]: buildOperation(key, method) };
  }
  return paths;
}

function buildDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Safarnama',
      version: PRODUCT_VERSION,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: buildPaths(),
    components: {
      headers: SHARED_HEADERS,
      schemas: { Error: { ...toJsonSchema(errorBodySchema, 'output'), examples: [ERROR_EXAMPLE] } },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'safarnama_session',
          description: '`__Host-safarnama_session` over https and across origins',
        },
        metricsToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The setting METRICS_TOKEN; requests from the machine of the server need none',
        },
      },
    },
  };
}

let cachedDocument: ReturnType<typeof buildDocument> | undefined;

/** The OpenAPI 3.1 document of all endpoints, built once from the table of endpoints. */
export function openApiDocument(): ReturnType<typeof buildDocument> {
  cachedDocument ??= buildDocument();
  return cachedDocument;
}
