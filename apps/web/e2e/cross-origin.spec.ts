import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Product, startProduct } from './product.ts';
import { figureHtml, uploadPicture } from './upload-picture.ts';
import { PASSWORD } from './world.ts';

const CLIENT = readFileSync(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('socket.io-client')),
    '../../dist/socket.io.min.js',
  ),
);

let webServer: Server;
let webOrigin = '';
let product: Product;

/** Finds a port that is free now, because the settings contain the product's URL before it starts. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test.beforeAll(async () => {
  // Serves an empty page and the Socket.IO client from another origin than the API.
  webServer = createServer((request, response) => {
    const isScript = request.url === '/socket.io.min.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? CLIENT : '<!doctype html><script src="/socket.io.min.js"></script>');
  }).listen(0, '127.0.0.1');
  await once(webServer, 'listening');
  webOrigin = `http://localhost:${(webServer.address() as AddressInfo).port}`;
  const port = String(await findFreePort());
  product = await startProduct({
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    WEB_ORIGINS: webOrigin,
  });
});

test.afterAll(async () => {
  await product.stop();
  webServer.close();
});

test('a page from an origin in WEB_ORIGINS that opens Socket.IO without withCredentials: receives presence and messages', async ({
  browser,
  playwright,
}) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(webOrigin);

  // Like the client in the specification: cookies with HTTP requests, but only the user's id with the socket.
  const user = await page.evaluate(
    async ([url, password]) => {
      const response = await fetch(`${url}/api/auth/signup`, {
        method: 'POST',
        credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ fullName: 'आशा वर्मा', email: 'asha@example.org', password }),
      });
      const { _id } = await response.json();
      const events: [string, unknown][] = [];
      const socket = Reflect.get(window, 'io')(url, { query: { userId: _id } });
      for (const name of ['getOnlineUsers', 'newMessage', 'connect_error']) {
        socket.on(name, (payload: unknown) =>
          events.push([name, payload instanceof Error ? payload.message : payload]),
        );
      }
      Reflect.set(window, 'events', events);
      return { _id: String(_id) };
    },
    [product.url, PASSWORD] as const,
  );
  const receivedEvents = () => page.evaluate(() => Reflect.get(window, 'events') as [string, unknown][]);

  await expect.poll(receivedEvents).toContainEqual(['getOnlineUsers', [user._id]]);
  const sender = await playwright.request.newContext({ baseURL: product.url });
  await sender.post('/api/auth/signup', {
    data: { fullName: 'Ravi Kumar', email: 'ravi@example.org', password: PASSWORD },
  });
  const message = await sender.post(`/api/message/send/${user._id}`, { data: { text: 'नमस्ते', image: '' } });
  expect(message.status()).toBe(201);
  await expect.poll(receivedEvents).toContainEqual(['newMessage', await message.json()]);
  expect((await receivedEvents()).filter(([name]) => name === 'connect_error')).toEqual([]);
});

test('a public story with a picture in its text, while WEB_ORIGINS is set: is served with the picture', async ({
  browser,
  playwright,
}) => {
  const author = await playwright.request.newContext({ baseURL: product.url });
  await author.post('/api/auth/signup', {
    data: { fullName: 'मीरा', email: 'meera@example.org', password: PASSWORD },
  });
  const figure = figureHtml(await uploadPicture(author), 'Boats at dawn', 'भोर में');
  const created = await author.post('/api/post/create-post', {
    data: {
      blogTitle: 'Ghats before dawn',
      blogHtml: `<p>By boat</p>${figure}`,
      blogLocation: 'Varanasi',
      visibility: 'public',
    },
  });
  const { post } = await created.json();

  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${product.url}/post/${post.slug}`);

  await expect(page.getByRole('img', { name: 'Boats at dawn' })).toBeVisible();
  await expect(page.getByRole('figure')).toContainText('भोर में');
});
