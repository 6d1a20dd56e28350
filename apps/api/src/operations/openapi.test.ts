import { endpoints, LIMITS, PAGE_LENGTHS, SOCKET_ID_HEADER, USER_ID_HEADER } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { openApiDocument } from './openapi.js';

const app = useApp();

interface Operation {
  summary: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, object>; content?: Record<string, { schema: object }> }
  >;
}

function listOperations(): [key: string, operation: Operation][] {
  return Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation as Operation,
    ]),
  );
}

/** All values of `$ref` in a document. */
function collectRefs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : collectRefs(member),
  );
}

describe('GET /api/openapi.json', () => {
  it('without a session: returns the document as JSON', async () => {
    const response = await app.request().get('/api/openapi.json');

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });
});

describe('the OpenAPI document', () => {
  it('has exactly the rows of the endpoint table', () => {
    expect(
      listOperations()
        .map(([key]) => key)
        .sort(),
    ).toEqual(Object.keys(endpoints).sort());
  });

  it('has the members that OpenAPI 3.1 requires', () => {
    const document = openApiDocument();

    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    for (const [, { summary, responses }] of listOperations()) {
      expect(summary).toBeTruthy();
      expect(Object.keys(responses).length).toBeGreaterThan(0);
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(description).toBeTruthy();
        for (const { schema } of Object.values(content ?? {})) expect(schema).toBeTypeOf('object');
      }
    }
  });

  it('declares exactly the parameters of each path, all of them required', () => {
    for (const [key, { parameters }] of listOperations()) {
      const named = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect([key, declared.map(({ name }) => name)]).toEqual([key, named]);
      expect(declared.every(({ required }) => required)).toBe(true);
      const keys = parameters.map(({ name, in: location }) => `${location} ${name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('requires a session where the row does, and describes the response without one', () => {
    for (const [key, { security, responses }] of listOperations()) {
      const { access } = endpoints[key as keyof typeof endpoints];
      const needsSession = access === 'user';
      expect([key, security.length === 1]).toEqual([key, needsSession]);
      if (needsSession) expect([key, security]).toEqual([key, [{ session: [] }]]);
      if (needsSession) expect(responses).toHaveProperty('401');
    }
  });

  it('names the session or token that other calls accept, and describes each of them', () => {
    const rows = new Map(listOperations());
    const optional = [...rows].filter(([, { security }]) => security.length > 1);

    expect(Object.fromEntries(optional.map(([key, { security }]) => [key, security]))).toEqual({
      'POST /api/auth/logout': [{ session: [] }, {}],
      'GET /media/:key': [{ session: [] }, {}],
      'GET /metrics': [{ metricsToken: [] }, {}],
    });
    expect(Object.keys(openApiDocument().components.securitySchemes)).toEqual(['session', 'metricsToken']);
  });

  it('describes rejected bodies of every call that may change something, and 304 of every GET', () => {
    for (const [key, { responses }] of listOperations()) {
      const isSafe = /^(GET|HEAD|OPTIONS) /.test(key);
      const expected = isSafe ? ['400'] : ['400', '403', '413', '415'];
      if (key.startsWith('GET ')) expected.push('304');
      expect([key, ...expected.filter((status) => !(status in responses))]).toEqual([key]);
      if (isSafe) expect([key, '413' in responses, '415' in responses]).toEqual([key, false, false]);
    }
  });

  it('includes text lengths, which the schemas check with functions', () => {
    const rows = new Map(listOperations());
    const body = (key: string) => rows.get(key)?.requestBody?.content['application/json']?.schema;

    expect(body('POST /api/auth/signup')).toMatchObject({
      properties: {
        fullName: { minLength: 1, maxLength: LIMITS.fullName },
        password: { minLength: LIMITS.passwordMin, maxLength: LIMITS.passwordMax },
      },
    });
    expect(body('POST /api/post/create-post')).toMatchObject({
      properties: { blogHtml: { maxLength: LIMITS.postContentBytes }, blogLocation: { maxLength: 120 } },
      anyOf: [{ required: ['blogHtml'] }, { required: ['blogContent'] }],
    });
    expect(rows.get('GET /api/drafts')?.parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        schema: { type: 'integer', minimum: 1, maximum: LIMITS.pageMax, default: PAGE_LENGTHS.drafts },
      }),
    );
  });

  it('has the length of a page without limit, of every list', () => {
    const lists = listOperations().flatMap(([key, { parameters }]) =>
      parameters.filter(({ name }) => name === 'limit').map((limit) => ({ key, ...limit })),
    );

    expect(lists.length).toBeGreaterThan(15);
    for (const { key, description = '', schema } of lists) {
      const isKnown = 'default' in schema || /20 cards, or 200 stories/.test(description);
      expect([key, isKnown]).toEqual([key, true]);
    }
  });

  it('describes rules of parameters and members that their schemas cannot express', () => {
    const rows = new Map(listOperations());
    const send = rows.get('POST /api/message/send/:receiverId')?.requestBody?.content['application/json'];

    expect(rows.get('GET /api/message/:id')?.parameters).toContainEqual(
      expect.objectContaining({ name: 'before', description: expect.stringContaining('`after`') }),
    );
    expect(send?.schema).toMatchObject({
      properties: { clientMessageId: { description: expect.stringContaining('idempotent') } },
    });
  });

  it('describes the headers that clients may send', () => {
    const send = new Map(listOperations()).get('POST /api/message/send/:receiverId');

    expect(send?.parameters).toContainEqual(
      expect.objectContaining({ name: SOCKET_ID_HEADER, in: 'header', required: false }),
    );
    expect(openApiDocument().info.description).toContain(USER_ID_HEADER);
  });

  it('describes the headers of responses that clients rely on', () => {
    const rows = new Map(listOperations());
    const namesOf = (key: string, status: number) =>
      Object.keys(rows.get(key)?.responses[status]?.headers ?? {}).sort();

    for (const key of rows.keys()) {
      for (const status of [429, 503]) expect([key, namesOf(key, status)]).toEqual([key, ['Retry-After']]);
      if (key.startsWith('GET '))
        expect([key, namesOf(key, 200), namesOf(key, 304)]).toEqual([
          key,
          expect.arrayContaining(['ETag']),
          ['ETag'],
        ]);
    }
    expect(namesOf('GET /api/message/get-all-users', 200)).toEqual(['ETag', 'Link']);
    expect(namesOf('POST /api/auth/login', 200)).toEqual(['Set-Cookie']);
    expect(namesOf('POST /api/media/uploads', 201)).toEqual(['Location', 'Tus-Resumable', 'Upload-Expires']);
    expect(namesOf('PATCH /api/media/uploads/:uploadId', 204)).toEqual([
      'Tus-Resumable',
      'Upload-Expires',
      'Upload-Media',
      'Upload-Offset',
    ]);
  });

  it('describes every body as an object with required members, and every failure by the error schema', () => {
    for (const [key, { requestBody, responses }] of listOperations()) {
      const row = endpoints[key as keyof typeof endpoints];
      expect([key, requestBody !== undefined]).toEqual([key, 'body' in row || 'bodyType' in row]);
      const schema = requestBody?.content['application/json']?.schema;
      if (schema) expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400 || Number(status) in row.responses) continue;
        if ('errorResponses' in row && status in row.errorResponses) continue;
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
    const signup = openApiDocument().paths['/api/auth/signup']?.post as Operation;
    expect(signup.requestBody?.content['application/json']?.schema.required).toEqual([
      'fullName',
      'email',
      'password',
    ]);
    expect(Object.keys(signup.responses)).toEqual(
      expect.arrayContaining(['201', '400', '403', '409', '413', '415', '429', '503']),
    );
  });

  it('has no dangling references', () => {
    const document = openApiDocument();

    for (const ref of new Set(collectRefs(document))) {
      const steps = ref.replace(/^#\//, '').split('/');
      const target = steps.reduce<unknown>(
        (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
        document,
      );
      expect([ref, target]).toEqual([ref, expect.any(Object)]);
    }
  });
});
