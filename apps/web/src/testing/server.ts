import type { User } from '@safarnama/contracts';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { buildError } from './factories.ts';

/** The faked HTTP side. Each test says what it answers; anything else that is asked fails the test. */
export const server = setupServer();

type Method = 'get' | 'post' | 'put' | 'delete';
/** One request as the server saw it. */
export interface RecordedRequest {
  url: URL;
  headers: Headers;
  body: unknown;
}

/**
 * Answers a call; later answers for the same call go first.
 *
 * @param path - with `:name` for a parameter, as in the table of endpoints.
 * @param answer - the JSON body, or what makes it of the request.
 * @returns the requests that came, in their order.
 */
export function mockResponse(
  method: Method,
  path: string,
  responseBody: JsonBodyType | ((request: RecordedRequest) => JsonBodyType | Promise<JsonBodyType>),
  init: { status?: number; headers?: Record<string, string> } = {},
): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  server.use(
    http[method](`*${path}`, async ({ request }) => {
      const text = await request.text();
      const recorded = {
        url: new URL(request.url),
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      };
      requests.push(recorded);
      return HttpResponse.json(
        typeof responseBody === 'function' ? await responseBody(recorded) : responseBody,
        init,
      );
    }),
  );
  return requests;
}

/** Answers a call with a failure in the API's shape. */
export function mockError(
  method: Method,
  path: string,
  status: number,
  message: string,
  code?: string,
): RecordedRequest[] {
  return mockResponse(method, path, buildError(message, code), { status });
}

/** No answer at all to a call. */
export function mockNetworkError(method: Method, path: string): void {
  server.use(http[method](`*${path}`, () => HttpResponse.error()));
}

/** A proxy's page instead of an answer. */
export function mockHtmlResponse(method: Method, path: string, status: number): void {
  server.use(http[method](`*${path}`, () => HttpResponse.html('<h1>Bad gateway</h1>', { status })));
}

/** The usual answers for somebody who is signed in; nothing has been written yet. */
export function signIn(user: User): void {
  mockResponse('get', '/api/auth/check-auth', user);
  mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
  mockResponse('get', '/api/auth/privacy', { appearOffline: false });
  mockResponse('get', '/api/message/blocked', { users: [], nextCursor: null });
  mockChatDefaults();
}

/** What the chat asks and tells by itself: nothing is unread, and nobody has signed in. */
export function mockChatDefaults(): void {
  mockResponse('get', '/api/auth/sessions', { sessions: [] });
  mockResponse('get', '/api/message/unread', { total: 0, byUser: {} });
  mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 0 });
  mockResponse('post', '/api/message/:userId/read', { unreadCount: 0 });
}

/** The usual answers for a guest. */
export function signOut(): void {
  mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'not_authenticated');
  mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
}
