import { type EndpointKey, endpoints } from '@safarnama/contracts';
import type { Router } from 'express';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../test/app.js';
import { buildSampleRequests, sendSample } from '../test/endpoint-samples.js';
import { useDatabase } from '../test/mongo.js';
import { signIn } from '../test/sign-in.js';
import { silentLogger } from '../test/silent-logger.js';
import { createApp } from './app.js';
import { parseEnv } from './config/env.js';
import { createQueueMonitor } from './lib/queue-monitor.js';
import { createWriteVersions } from './lib/write-versions.js';
import { createMetrics } from './operations/metrics.js';

useDatabase();
const app = useApp();

/** Assets of the documentation page, which are not in the table. */
const DOCS_ASSETS = /^GET \/(start\.js|swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/;
const VERBS = new Set(['options', 'head', 'get', 'post', 'put', 'patch', 'delete']);

/** Lists `METHOD path` of every route of a router and its nested routers. */
function listRoutes(router: Router): string[] {
  return router.stack.flatMap((layer) => {
    const inner = layer.handle as unknown as Partial<Router>;
    if (!layer.route) return Array.isArray(inner.stack) ? listRoutes(inner as Router) : [];
    const { route } = layer;
    const methods = new Set(route.stack.map(({ method }) => method).filter((method) => VERBS.has(method)));
    return [route.path]
      .flat()
      .flatMap((path) => [...methods].map((method) => `${method.toUpperCase()} ${path}`));
  });
}

describe('the table of endpoints', () => {
  it('lists exactly the routes of the app', () => {
    const settings = parseEnv({});
    const metrics = createMetrics({
      socketCount: () => 0,
      userCount: () => 0,
      passwordQueue: createQueueMonitor(1, 'busy'),
      isDatabaseUp: () => true,
      isRedisUp: null,
      dataDir: settings.dataDir,
    });
    const versions = createWriteVersions(mongoose.connection, null);
    const express = createApp({
      settings,
      logger: silentLogger,
      services: app.server.services,
      metrics,
      isOwnOrigin: () => true,
      isDatabaseUp: () => true,
      redis: null,
      versions,
      webFolder: null,
      findStoryRenderer: async () => null,
    });

    const routes = listRoutes(express.router).filter((route) => !DOCS_ASSETS.test(route));

    metrics.close();
    versions.close();
    expect(routes.sort()).toEqual(Object.keys(endpoints).sort());
  });

  it('without a session: every call responds as its access level requires', async () => {
    const problems: unknown[] = [];

    for (const sample of buildSampleRequests()) {
      const { access } = sample.endpoint;
      const response = await sendSample(app.url, sample);
      const text = await response.text();
      const isRejected =
        response.status === 401 &&
        (sample.method === 'HEAD' ||
          text.includes('"message":"Not Authenticated.","code":"not_authenticated"'));
      const namesRecord = sample.method === 'GET' && sample.key.includes(':');
      const hasResponse =
        isDeclared(sample.key, response.status) &&
        // No record has the id of a sample, so a GET by id gets `not_found`; any other 404 is an endpoint without a
        // route.
        (namesRecord ? text.includes('not_found') : response.status !== 404) &&
        response.status !== 405 &&
        !isRejected;
      // To guests, an unknown picture is the same as one that they may not see.
      const isExpected = access === 'user' || sample.key === 'GET /media/:key' ? isRejected : hasResponse;
      if (!isExpected) problems.push([sample.key, response.status, text]);
    }

    expect(problems).toEqual([]);
  });

  it('with a session: every call responds with a declared status and media type', async () => {
    const undeclared: unknown[] = [];

    for (const sample of buildSampleRequests()) {
      // Each call has its own session, because some calls end it.
      const { cookie } = await signIn(app);
      const response = await sendSample(app.url, sample, cookie);
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      const declared: unknown = Reflect.get(sample.endpoint.responses, String(response.status));
      const expected = declared === null ? '' : typeof declared === 'string' ? declared : 'application/json';
      const isRejected =
        response.status === 405 || (response.status === 401 && sample.key !== 'POST /api/auth/login');
      const isExpected = isDeclared(sample.key, response.status) && !isRejected && type.startsWith(expected);
      const hasHandler = !text.includes('There is nothing at this address');
      if (!isExpected || !hasHandler)
        undeclared.push([sample.key, response.status, type, text.slice(0, 200)]);
    }

    expect(undeclared).toEqual([]);
  });

  it('every GET that succeeds on a site without stories: responds with a body that satisfies its schema', async () => {
    const me = await signIn(app);
    const problems: unknown[] = [];
    const checked: string[] = [];

    for (const sample of buildSampleRequests().filter(({ method }) => method === 'GET')) {
      const response = await sendSample(app.url, sample, me.cookie);
      const schema = sample.endpoint.responses[response.status];
      if (!schema || typeof schema === 'string') continue;
      checked.push(sample.key);
      const parsed = z.safeParse(schema, await response.json());
      if (!parsed.success) problems.push([sample.key, parsed.error.issues]);
    }

    expect(problems).toEqual([]);
    expect(checked).toContain('GET /api/post/getposts');
  });
});

/** True when an endpoint declares the status as a response or as one of its own errors. */
function isDeclared(key: EndpointKey, status: number): boolean {
  const { responses, errors = [] }: { responses: object; errors?: readonly number[] } = endpoints[key];
  return String(status) in responses || errors.includes(status);
}
