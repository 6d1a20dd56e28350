import WebSocket from 'ws';
import type { ServerProcess } from './environment.js';

/** Memory of a process after a forced garbage collection, in bytes, and its open handles. */
interface MemoryUsage {
  heapUsed: number;
  rss: number;
  external: number;
  /** Number of active resources: sockets, timers, pipes and the like. */
  handles: number;
}

/** Measures a process that was started with `--inspect`; the product needs no code for it. */
interface Inspector {
  measure(): Promise<MemoryUsage>;
  close(): void;
}

const MEASURE_EXPRESSION = `JSON.stringify({ ...process.memoryUsage(), handles: process.getActiveResourcesInfo().length })`;

/** @throws when the process was started without `--inspect`, whose URL Node prints to stderr. */
export async function connectInspector(server: ServerProcess): Promise<Inspector> {
  const url = /Debugger listening on (ws:\S+)/.exec(server.errors())?.[1];
  if (url === undefined) throw new Error(`The server did not start its inspector: ${server.errors()}`);
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 10_000_000 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let lastId = 0;

  function sendCommand(method: string, params: object = {}): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const handleMessage = (data: WebSocket.RawData) => {
        const response: { id?: number; result?: unknown; error?: object } = JSON.parse(String(data));
        if (response.id !== id) return;
        socket.off('message', handleMessage);
        if (response.error) reject(new Error(`${method}: ${JSON.stringify(response.error)}`));
        else resolve(response.result);
      };
      socket.on('message', handleMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  return {
    async measure() {
      // Twice: objects finalized by the first collection are freed by the second.
      await sendCommand('HeapProfiler.collectGarbage');
      await sendCommand('HeapProfiler.collectGarbage');
      const evaluated = await sendCommand('Runtime.evaluate', { expression: MEASURE_EXPRESSION });
      const { result } = evaluated as { result: { value: string } };
      const { heapUsed, rss, external, handles }: MemoryUsage = JSON.parse(result.value);
      return { heapUsed, rss, external, handles };
    },
    close: () => socket.close(),
  };
}
