import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** One request as it goes over the line. */
export interface WireRequest {
  method: string;
  /** With its query, encoded. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  body: string | undefined;
}

export interface WireResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Whoever waits longer is not answered. */
const TIMEOUT_MS = 15_000;
const MAX_SHOWN_BODY = 2_000;
const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command that sends it again; a long body is cut, and said to be. */
export function asCurl(url: string, { method, path, headers, body }: WireRequest): string {
  const isLong = body !== undefined && body.length > MAX_SHOWN_BODY;
  const shown = isLong ? `${body.slice(0, MAX_SHOWN_BODY)}[${body.length} characters]` : body;
  return [
    `curl -i -X ${method} --path-as-is ${shellQuote(url + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(shown === undefined ? [] : [`--data-binary ${shellQuote(shown)}`]),
  ].join(' ');
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString('utf8');
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : unzipSync(bytes);
  return plain.toString('utf8');
}

/** Sends over connections that stay open. */
export function createHttpClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    send({ method, path, headers, body }: WireRequest): Promise<WireResponse> {
      return new Promise((resolve, reject) => {
        const sent = request(url, { method, path, headers, agent }, (response) => {
          buffer(response).then(
            (bytes) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: decode(bytes, response.headers['content-encoding']),
              }),
            reject,
          );
        });
        sent.on('error', (error) => {
          reject(Object.assign(error, { reused: sent.reusedSocket }));
        });
        sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`nothing for ${TIMEOUT_MS} ms`)));
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
export type HttpClient = ReturnType<typeof createHttpClient>;
