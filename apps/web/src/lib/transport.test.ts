import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mockHtmlResponse, mockNetworkError, mockResponse } from '../testing/server.ts';
import { httpClient } from './http-client.ts';
import { createTransport } from './transport.ts';

const REQUEST = {
  method: 'GET',
  url: '/api/post/deleted?limit=5',
  headers: { 'X-User-Id': 'me' },
  data: undefined,
  signal: null,
  onProgress: undefined,
};

function createTestTransport() {
  const importAxios = vi.fn(async () => httpClient);
  return { ...createTransport(importAxios), importAxios };
}

describe('createTransport', () => {
  it('before axios is loaded: sends a GET without it', async () => {
    mockResponse('get', '/api/post/deleted', { posts: [] });
    const { send, importAxios } = createTestTransport();

    expect(await send(REQUEST)).toMatchObject({ status: 200, data: { posts: [] } });
    expect(importAxios).not.toHaveBeenCalled();
  });

  it('with another method: loads axios, once', async () => {
    const requests = mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    const { send, importAxios } = createTestTransport();
    const logout = { ...REQUEST, method: 'POST', url: '/api/auth/logout', data: { all: true } };
    await send(logout);
    await send(logout);

    expect(requests.map(({ body }) => body)).toEqual([{ all: true }, { all: true }]);
    expect(importAxios).toHaveBeenCalledOnce();
  });

  it('when axios cannot be loaded: sends the request without it, and loads it again for the next one', async () => {
    const requests = mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    const { send, importAxios } = createTestTransport();
    importAxios.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const logout = { ...REQUEST, method: 'POST', url: '/api/auth/logout', data: { all: true } };

    expect(await send(logout)).toMatchObject({ status: 200, data: { message: 'Logged out' } });
    expect(await send(logout)).toMatchObject({ status: 200 });
    expect(importAxios).toHaveBeenCalledTimes(2);
    expect(requests.map(({ body }) => body)).toEqual([{ all: true }, { all: true }]);
    expect(requests.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/json',
      'application/json',
    ]);
  });
});

describe('the time of a request', () => {
  const logout = { ...REQUEST, method: 'POST', url: '/api/auth/logout', signal: undefined };

  it('with axios loading slowly: starts when axios is loaded', async () => {
    mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    let finishLoading: () => void = () => undefined;
    const { send, importAxios } = createTestTransport();
    importAxios.mockReturnValueOnce(
      new Promise((resolve) => {
        finishLoading = () => resolve(httpClient);
      }),
    );

    const sent = send(logout);
    expect(timeout).not.toHaveBeenCalled();
    finishLoading();

    expect(await sent).toMatchObject({ status: 200 });
    expect(timeout).toHaveBeenCalledWith(15_000);
  });

  it('with axios that never loads: is sent without it after 5 s, and the next request at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const requests = mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    const { send, importAxios } = createTestTransport();
    importAxios.mockReturnValue(new Promise(() => undefined));

    const sent = send(logout);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();

    expect(await sent).toMatchObject({ status: 200 });
    expect(await send(logout)).toMatchObject({ status: 200 });
    expect(importAxios).toHaveBeenCalledOnce();
  });
});

describe.each([
  ['before axios is loaded', false],
  ['with axios', true],
])('a GET request, %s', (_name, isLoaded) => {
  async function openTransport() {
    const transport = createTestTransport();
    if (isLoaded) await transport.load();
    return transport;
  }

  it('sends its query and headers, and returns the response headers by lower-case names', async () => {
    const requests = mockResponse(
      'get',
      '/api/post/deleted',
      { posts: [] },
      { headers: { 'Retry-After': '7' } },
    );
    const { send } = await openTransport();
    const { headers } = await send(REQUEST);

    expect(headers['retry-after']).toBe('7');
    expect(requests[0]?.url.search).toBe('?limit=5');
    expect(requests[0]?.headers.get('x-user-id')).toBe('me');
  });

  it('with an error response: resolves with its status and body', async () => {
    mockResponse('get', '/api/post/deleted', { code: 'not_authenticated' }, { status: 401 });
    const { send } = await openTransport();

    expect(await send(REQUEST)).toMatchObject({ status: 401, data: { code: 'not_authenticated' } });
  });

  it('with the HTML page of a proxy: resolves with its text', async () => {
    mockHtmlResponse('get', '/api/post/deleted', 502);
    const { send } = await openTransport();

    expect(await send(REQUEST)).toMatchObject({ status: 502, data: '<h1>Bad gateway</h1>' });
  });

  it('without a response: rejects', async () => {
    mockNetworkError('get', '/api/post/deleted');
    const { send } = await openTransport();

    await expect(send(REQUEST)).rejects.toThrow();
  });

  it('that is aborted: rejects', async () => {
    mockResponse('get', '/api/post/deleted', { posts: [] });
    const { send } = await openTransport();
    const controller = new AbortController();
    const sent = send({ ...REQUEST, signal: controller.signal });
    controller.abort();

    await expect(sent).rejects.toThrow();
  });
});
