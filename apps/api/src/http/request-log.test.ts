import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import express from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../config/logger.js';
import { unavailable } from './app-error.js';
import { errorHandler } from './error-handler.js';
import { requestId } from './request-id.js';
import { requestLog } from './request-log.js';

/** Creates an app that logs requests at this level. @returns the app and its log lines. */
function createLoggedApp(level: string) {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = express();
  app.use(requestId, requestLog(createLogger({ level, destination })));
  app.get('/story', (_req, res) => void res.json({}));
  app.get('/fault', () => {
    throw new Error('a fault in the code');
  });
  app.get('/away', () => {
    throw unavailable('database_away', 'The database is unavailable');
  });
  app.get('/broken', (_req, res) => {
    res.emit('error', new Error('a broken response'));
    res.end();
  });
  app.get('/slow', (_req, res) => void res.write('first part'));
  app.use(errorHandler);
  return { app, lines };
}

describe('the log of requests', () => {
  it('at level debug: has a line for each request, with its id and path, without query and cookies', async () => {
    const { app, lines } = createLoggedApp('debug');

    const { headers } = await supertest(app).get('/story?q=secret').set('Cookie', 'a=secret');

    expect(lines).toEqual([
      {
        level: 20,
        time: expect.any(Number),
        reqId: headers['x-request-id'],
        req: { method: 'GET', path: '/story' },
        res: { status: 200 },
        responseTime: expect.any(Number),
        msg: 'request completed',
      },
    ]);
  });

  it('at level info: has no lines for requests that succeed', async () => {
    const { app, lines } = createLoggedApp('info');

    await supertest(app).get('/story');

    expect(lines).toEqual([]);
  });

  it.each([
    ['/fault', 500, 50, 'Request failed'],
    ['/away', 503, 40, 'database_away'],
  ])(
    'at level warn, for %s: has the error and the request, with the same id',
    async (path, status, level, msg) => {
      const { app, lines } = createLoggedApp('warn');

      const { headers } = await supertest(app).get(path);

      const reqId = headers['x-request-id'];
      expect(lines).toMatchObject([
        { level, reqId, err: { stack: expect.any(String) }, msg },
        { level: 40, reqId, req: { path }, res: { status }, msg: 'request completed' },
      ]);
    },
  );

  it('for an error of the response itself: has a line with the error', async () => {
    const { app, lines } = createLoggedApp('warn');

    await supertest(app).get('/broken');

    expect(lines).toMatchObject([{ err: { message: 'a broken response' }, msg: 'request errored' }]);
  });

  it('for a client that disconnects: has a line that the request was aborted', async () => {
    const { app, lines } = createLoggedApp('debug');
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;

    const request = httpRequest({ port, host: '127.0.0.1', path: '/slow' }).on('error', () => undefined);
    request.on('response', () => request.destroy());
    request.end();

    await expect
      .poll(() => lines, { timeout: 10_000 })
      .toMatchObject([{ req: { path: '/slow' }, msg: 'request aborted' }]);
    server.close();
  });
});
