import { once } from 'node:events';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from './http-server.js';

let server: Server | undefined;
afterEach(() => server?.close());

describe('createHttpServer', () => {
  it('creates requests and responses with the prototypes that Express would set', async () => {
    const app = express();
    app.get('/', (req, res) => {
      expect(req).toBeInstanceOf(IncomingMessage);
      expect(res).toBeInstanceOf(ServerResponse);
      res.status(201).json({ path: req.path, language: req.acceptsLanguages('hi') });
    });
    server = createHttpServer({ upgradePath: '/socket' }, app).listen(0, '127.0.0.1');
    const prototypes: unknown[] = [];
    // Runs before Express.
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      prototypes.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const response = await fetch(`http://127.0.0.1:${port}/?page=2`, {
      headers: { 'Accept-Language': 'hi' },
    });

    expect([response.status, await response.json()]).toEqual([201, { path: '/', language: 'hi' }]);
    expect(prototypes[0]).toBe(app.request);
    expect(prototypes[1]).toBe(app.response);
  });
});
