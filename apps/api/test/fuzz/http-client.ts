import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** One request as it is sent. */
export interface WireRequest {
  method: string;
  /** Encoded, with the query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined without a body. */
  body: string | undefined;
}

export interface WireResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Timeout for a connection on which no data arrives. */
const TIMEOUT_MS = 15_000;
const MAX_SHOWN_BODY = 2_000;
const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Formats a request as a curl command. A long body is truncated, so that the command does not repeat it exactly. */
export function formatCurl(url: string, { method, path, headers, body }: WireRequest): string {
  const isLong = body !== undefined && body.length > MAX_SHOWN_BODY;
  const shown = isLong ? `${body.slice(0, MAX_SHOWN_BODY)}[${body.length} characters]` : body;
  return [
    // With -X HEAD, curl would wait for a body.
    `curl ${method === 'HEAD' ? '-I' : `-i -X ${method}`} --path-as-is ${shellQuote(url + path)}`,
    ...Object.entries(headers)
      .filter(([name]) => !isLong || name.toLowerCase() !== 'content-length')
      .map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(shown === undefined ? [] : [`--data-binary ${shellQuote(shown)}`]),
  ].join(' ');
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString('utf8');
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : unzipSync(bytes);
  return plain.toString('utf8');
}

/** Creates a client that keeps its connections alive. */
export function createHttpClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    send({
      method,
      path,
      headers,
      body,
    }: Omit<WireRequest, 'body'> & { body: string | Buffer | undefined }): Promise<WireResponse> {
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
        sent.on('error', reject);
        sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`no data for ${TIMEOUT_MS} ms`)));
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
export type HttpClient = ReturnType<typeof createHttpClient>;
