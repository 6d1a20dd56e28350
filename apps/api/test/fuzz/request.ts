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

export interface WireAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Whoever waits longer is not answered. */
const PATIENCE_MS = 15_000;
const SHOWN_BODY = 2_000;
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command that sends it again; a long body is cut, and said to be. */
export function asCurl(url: string, { method, path, headers, body }: WireRequest): string {
  const long = body !== undefined && body.length > SHOWN_BODY;
  const shown = long ? `${body.slice(0, SHOWN_BODY)}[${body.length} characters]` : body;
  return [
    `curl -i -X ${method} --path-as-is ${quote(url + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(shown === undefined ? [] : [`--data-binary ${quote(shown)}`]),
  ].join(' ');
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString('utf8');
  const plain = encoding === 'br' ? brotliDecompressSync(bytes) : unzipSync(bytes);
  return plain.toString('utf8');
}

/** Sends over connections that stay open. */
export function createWire(url: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
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
        sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`nothing for ${PATIENCE_MS} ms`)));
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
export type Wire = ReturnType<typeof createWire>;
