import { Agent, type IncomingHttpHeaders, request } from 'node:http';

interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends requests over keep-alive connections that can be counted and closed. */
export interface HttpClient {
  send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<HttpResponse>;
  connections(): number;
  close(): void;
}

export function createHttpClient(url: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const count = (socketsByHost: NodeJS.ReadOnlyDict<readonly unknown[]>) =>
    Object.values(socketsByHost).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);

  return {
    send: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const outgoing = request(new URL(path, url), { method, headers, agent }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode = 0, headers: responseHeaders } = response;
            resolve({ status: statusCode, headers: responseHeaders, body: Buffer.concat(chunks) });
          });
        });
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    connections: () => count(agent.sockets) + count(agent.freeSockets),
    close: () => agent.destroy(),
  };
}
