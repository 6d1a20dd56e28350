import { randomUUID } from 'node:crypto';
import { type Endpoint, type EndpointKey, endpoints } from '@safarnama/contracts';
import { buildMessageInput, buildPostInput, buildSignup } from './factories.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/** A valid request to an endpoint. */
interface SampleRequest {
  key: EndpointKey;
  endpoint: Endpoint;
  method: string;
  path: string;
  body?: object;
}

const ID = 'a'.repeat(24);
const PARAMS: Readonly<Record<string, () => string>> = {
  key: () => randomUUID(),
  slug: () => 'जयपुर-की-सुबह',
  number: () => '1',
  uploadId: () => 'a'.repeat(32),
};
const BODIES: { readonly [K in EndpointKey]?: () => object } = {
  'POST /api/auth/signup': () => buildSignup(),
  'POST /api/auth/login': () => ({ email: 'nobody@example.com', password: 'monsoon-kochi-7' }),
  'POST /api/auth/reset-password': () => ({ token: 'a'.repeat(59), password: 'monsoon-kochi-7' }),
  'PUT /api/auth/update-profile': () => ({ fullName: 'मीरा' }),
  'POST /api/newsletter/subscribe': () => ({ email: 'reader@example.com' }),
  'POST /api/post/create-post': () => buildPostInput(),
  'PUT /api/post/update-post/:id': () => buildPostInput(),
  'POST /api/post/:id/comments': () => ({ text: 'सुंदर!' }),
  'PUT /api/post/:id/comments/:commentId': () => ({ text: 'बहुत सुंदर!' }),
  'PUT /api/drafts/:key': () => ({ blogTitle: 'Half a thought', version: 0 }),
  'PUT /api/drafts/:key/schedule': () => ({ publishAt: null }),
  'PUT /api/auth/privacy': () => ({ appearOffline: true }),
  'POST /api/message/send/:receiverId': () => buildMessageInput(),
  'POST /api/message/:userId/delivered': () => ({ upTo: ID }),
  'POST /api/message/:userId/read': () => ({ upTo: ID }),
  'POST /api/notifications/read': () => ({ upTo: ID }),
  'PUT /api/notifications/settings': () => ({
    like: true,
    comment: true,
    reply: true,
    story: true,
    follow: false,
  }),
  'PUT /api/message/:messageId/reaction': () => ({ emoji: '🙏' }),
};

/** Builds a request for every endpoint; path parameters are well-formed, but nothing with these ids exists. */
export function buildSampleRequests(): SampleRequest[] {
  return (Object.keys(endpoints) as EndpointKey[]).map((key) => {
    const endpoint: Endpoint = endpoints[key];
    const { method, path } = resolveEndpoint(key, (name) => PARAMS[name]?.() ?? ID);
    const body = BODIES[key];
    if (endpoint.body && !body) throw new Error(`${key} needs a body: add it to endpoint-samples.ts`);
    return { key, endpoint, method, path, ...(body ? { body: body() } : {}) };
  });
}

/** Sends a sample with `fetch`. @param cookie - `Cookie` header of a session; none by default. */
export function sendSample(
  url: string,
  { method, path, body }: SampleRequest,
  cookie = '',
): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: {
      ...(cookie ? { Cookie: cookie } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
