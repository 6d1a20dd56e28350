import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, endpoints } from './endpoints.js';
import { errorBodySchema } from './error.js';

const rows: [key: string, row: Endpoint][] = Object.entries(endpoints);

describe('the table of endpoints', () => {
  it('keys: are a method and a path under /api, /media, /health or /metrics or of a file for other sites, each once', () => {
    for (const [key] of rows) {
      expect(key).toMatch(
        /^(OPTIONS|HEAD|GET|POST|PUT|PATCH|DELETE) \/(api\/[\w/:.-]+|media\/:key|health\/\w+|metrics|((author\/:userId|place\/:slug)\/)?feed\.xml|sitemap\.xml|robots\.txt)$/,
      );
    }
    const shapes = rows.map(([key]) => key.replace(/:\w+/g, ':'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it.each(rows)('%s: declares the parameters of its path', (key, { params }) => {
    const pathParams = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name).sort();
    const declaredParams = params instanceof z.ZodMiniObject ? Object.keys(params.shape).sort() : [];

    expect(declaredParams).toEqual(pathParams);
  });

  it('operation ids: are camelCase, each once', () => {
    const ids = rows.map(([, { operationId }]) => operationId);

    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(rows)('%s: states what it does and who may call it', (key, { access, summary, tag }) => {
    expect(tag).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
    expect(summary).toMatch(/^\S.{5,}[^.\s]$/);
    expect(['anyone', 'user', 'operator']).toContain(access);
    if (key.startsWith('GET /api/post') || key.startsWith('GET /api/message')) expect(access).toBe('user');
  });

  it.each(rows)(
    '%s: declares a body only for POST and PUT, and 400 for every input that can be invalid',
    (key, row) => {
      const { body, params, query, errors = [] } = row;
      if (body) expect(key).toMatch(/^(POST|PUT) /);
      const paramsCanBeWrong = params !== undefined && !z.safeParse(params, { slug: 'x', key: 'x' }).success;
      if (body || query || paramsCanBeWrong) expect(errors).toContain(400);
    },
  );

  it.each(rows)(
    '%s: declares a 2xx response, and its errors are not responses',
    (_key, { responses, errors = [] }) => {
      expect(Object.keys(responses).some((status) => /^20[014]$/.test(status))).toBe(true);
      for (const status of errors) {
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).not.toBe(422);
        expect(responses).not.toHaveProperty(String(status));
      }
    },
  );

  it.each([
    ['POST', '/api/auth/signup'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/auth/check-auth'],
    ['POST', '/api/auth/logout'],
    ['PUT', '/api/auth/update-profile'],
    ['POST', '/api/post/create-post'],
    ['PUT', '/api/post/update-post/:id'],
    ['DELETE', '/api/post/delete-post/:id'],
    ['GET', '/api/post/getpost/:slug'],
    ['GET', '/api/post/getposts'],
    ['GET', '/api/post/my-posts'],
    ['GET', '/api/message/get-all-users'],
    ['GET', '/api/message/:id'],
    ['POST', '/api/message/send/:receiverId'],
  ])('has the specified endpoint %s %s', (method, path) => {
    expect(endpoints).toHaveProperty([`${method} ${path}`]);
  });

  it('endpoints open to guests: are only the listed ones', () => {
    expect(rows.filter(([, { access }]) => access === 'anyone').map(([key]) => key)).toEqual([
      'POST /api/auth/signup',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/reset-password',
      'GET /api/public/post/:slug',
      'GET /api/public/posts',
      'GET /feed.xml',
      'GET /author/:userId/feed.xml',
      'GET /place/:slug/feed.xml',
      'GET /sitemap.xml',
      'GET /robots.txt',
      'OPTIONS /api/media/uploads',
      'OPTIONS /api/media/uploads/:uploadId',
      'GET /api/docs',
      'GET /api/openapi.json',
      'GET /media/:key',
      'GET /health/live',
      'GET /health/ready',
    ]);
  });

  it('responses: contain an email address only for its owner', () => {
    const withEmail = rows.filter(([, { responses }]) =>
      Object.values(responses).some(
        (schema) =>
          typeof schema !== 'string' &&
          schema !== null &&
          JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).includes('"email"'),
      ),
    );

    expect(withEmail.map(([key]) => key)).toEqual([
      'POST /api/auth/signup',
      'POST /api/auth/login',
      'GET /api/auth/check-auth',
      'PUT /api/auth/update-profile',
    ]);
  });
});

describe('errorBodySchema', () => {
  it('code: is lower_snake', () => {
    const body = { message: 'x', requestId: 'x' };

    expect(z.safeParse(errorBodySchema, { ...body, code: 'email_taken' }).success).toBe(true);
    for (const code of ['EmailTaken', 'email-taken', '', '9x']) {
      expect(z.safeParse(errorBodySchema, { ...body, code }).success).toBe(false);
    }
  });
});
