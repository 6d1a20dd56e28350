import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

interface RawRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent unchanged; several pieces are sent chunked, without a length. */
  body?: string | readonly string[];
}

interface RawResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Sends a request without the normalization of regular clients: nothing is added or encoded. */
export async function sendRawRequest(
  url: string,
  { method, path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const sent = request(url, { method, path, headers, setHost: !('Host' in headers), agent: false });
  const responded = once(sent, 'response');
  if (Array.isArray(body)) for (const piece of body) sent.write(piece);
  sent.end(typeof body === 'string' ? body : undefined);
  const [response] = await responded;
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
