import { Agent, type IncomingHttpHeaders, request } from 'node:http';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Requests over kept connections whose number is known, and that can all be ended. */
export interface Client {
  send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer>;
  connections(): number;
  close(): void;
}

export function createClient(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const count = (of: NodeJS.ReadOnlyDict<readonly unknown[]>) =>
    Object.values(of).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);

  return {
    send: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const sent = request(new URL(path, url), { method, headers, agent }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode = 0, headers: given } = response;
            resolve({ status: statusCode, headers: given, body: Buffer.concat(chunks) });
          });
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    connections: () => count(agent.sockets) + count(agent.freeSockets),
    close: () => agent.destroy(),
  };
}
