import WebSocket from 'ws';

/** The memory of a process after a forced collection, in bytes, and what keeps it alive. */
interface MemoryUsage {
  heapUsed: number;
  rss: number;
  external: number;
  /** Sockets, timers, pipes and the like, as Node counts them. */
  handles: number;
}

/** A process with `--inspect`, looked into from outside: the product has no hook for it. */
export interface Inspector {
  measure(): Promise<MemoryUsage>;
  close(): void;
}

const MEASURE_EXPRESSION = `JSON.stringify({ ...process.memoryUsage(), handles: process.getActiveResourcesInfo().length })`;

/** @param url - `ws://…`, which Node tells on stderr. */
export async function connectInspector(url: string): Promise<Inspector> {
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
      // Twice: what the first one finalizes is free only after the second.
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
