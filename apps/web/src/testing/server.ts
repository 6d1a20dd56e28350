import type { Draft, DraftInput, User } from '@safarnama/contracts';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { buildDraft, buildError } from './factories.ts';

/**
 * The mocked API. Each test declares its responses; any other request fails the test, except for the request for the
 * place of a story, which every form that opens a story sends.
 */
export const server = setupServer(
  http.get('*/api/place/:slug', () => HttpResponse.json(buildError('Place not found'), { status: 404 })),
);

type Method = 'get' | 'post' | 'put' | 'delete';
/** One request as the server received it. */
export interface RecordedRequest {
  url: URL;
  headers: Headers;
  body: unknown;
}

type MockedBody = JsonBodyType | Response;

/**
 * Mocks the response to a request; a later mock for the same request takes precedence.
 *
 * @param path - with `:name` for a parameter, as in the table of endpoints.
 * @param responseBody - the JSON body, or a function of the request that returns it or a whole response.
 * @returns the received requests, in order.
 */
export function mockResponse(
  method: Method,
  path: string,
  responseBody: JsonBodyType | ((request: RecordedRequest) => MockedBody | Promise<MockedBody>),
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
      const body = typeof responseBody === 'function' ? await responseBody(recorded) : responseBody;
      return body instanceof Response ? body : HttpResponse.json(body, init);
    }),
  );
  return requests;
}

/** Mocks an error response in the shape of the API. */
export function mockError(
  method: Method,
  path: string,
  status: number,
  message: string,
  code?: string,
): RecordedRequest[] {
  return mockResponse(method, path, buildError(message, code), { status });
}

/** Mocks a request that gets no response. */
export function mockNetworkError(method: Method, path: string): void {
  server.use(http[method](`*${path}`, () => HttpResponse.error()));
}

/** Mocks the HTML page of a proxy in place of a response. */
export function mockHtmlResponse(method: Method, path: string, status: number): void {
  server.use(http[method](`*${path}`, () => HttpResponse.html('<h1>Bad gateway</h1>', { status })));
}

/** Mocks the usual responses for a signed-in user on an empty site. */
export function signIn(user: User): void {
  mockResponse('get', '/api/auth/check-auth', user);
  mockResponse('get', '/api/post/getposts', { posts: [], nextCursor: null });
  mockResponse('get', '/api/auth/privacy', { appearOffline: false });
  mockResponse('get', '/api/notifications/settings', {
    like: true,
    comment: true,
    reply: true,
    story: true,
    follow: true,
  });
  mockResponse('get', '/api/message/blocked', { users: [], nextCursor: null });
  mockResponse('get', '/api/post/suggest', { stories: [], places: [], people: [] });
  mockResponse('get', '/api/place/search', { places: [] });
  mockDrafts();
  mockRealtimeDefaults();
}

/** Mocks the drafts of a user who has none yet: what is saved can be read until it is deleted. */
function mockDrafts(): void {
  const drafts = new Map<string, Draft>();
  const keyOf = (url: URL) => url.pathname.split('/').at(-1) ?? '';
  mockResponse('get', '/api/drafts', () => ({ drafts: [...drafts.values()], nextCursor: null }));
  mockResponse('get', '/api/drafts/:key', ({ url }) => {
    const draft = drafts.get(keyOf(url));
    return draft ? { draft } : HttpResponse.json(buildError('Draft not found'), { status: 404 });
  });
  mockResponse('put', '/api/drafts/:key', ({ url, body }) => {
    const key = keyOf(url);
    const former = drafts.get(key);
    const input = body as DraftInput;
    const image = input.blogImage ?? former?.blogImage ?? '';
    const blogImage = image.startsWith('data:') ? '/media/draft' : image;
    const draft = buildDraft({ ...former, ...input, key, blogImage, version: input.version + 1 });
    drafts.set(key, draft);
    return { draft };
  });
  mockResponse('delete', '/api/drafts/:key', ({ url }) => {
    drafts.delete(keyOf(url));
    return { message: 'Draft deleted' };
  });
}

/** Mocks the requests that the realtime session sends on start: nothing is unread and no other session exists. */
export function mockRealtimeDefaults(): void {
  mockResponse('get', '/api/auth/sessions', { sessions: [] });
  mockResponse('get', '/api/notifications', { notifications: [], unreadCount: 0, nextCursor: null });
  mockResponse('get', '/api/message/unread', { total: 0, byUser: {} });
  mockResponse('post', '/api/message/:userId/delivered', { unreadCount: 0 });
  mockResponse('post', '/api/message/:userId/read', { unreadCount: 0 });
}

/** Mocks the usual responses for a guest. */
export function signOut(): void {
  mockError('get', '/api/auth/check-auth', 401, 'Not Authenticated.', 'not_authenticated');
  mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
}
