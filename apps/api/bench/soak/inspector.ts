import WebSocket from 'ws';

/** The memory of a process after a forced collection, in bytes, and what keeps it alive. */
interface Insight {
  heapUsed: number;
  rss: number;
  external: number;
  /** Sockets, timers, pipes and the like, as Node counts them. */
  handles: number;
}

/** A process with `--inspect`, looked into from outside: the product has no hook for it. */
export interface Inspector {
  look(): Promise<Insight>;
  close(): void;
}

const QUESTION = `JSON.stringify({ ...process.memoryUsage(), handles: process.getActiveResourcesInfo().length })`;

/** @param url - `ws://…`, which Node tells on stderr. */
export async function connectInspector(url: string): Promise<Inspector> {
  const line = new WebSocket(url, { perMessageDeflate: false, maxPayload: 10_000_000 });
  await new Promise((resolve, reject) => line.once('open', resolve).once('error', reject));
  let lastId = 0;

  function ask(method: string, params: object = {}): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const read = (data: WebSocket.RawData) => {
        const answer: { id?: number; result?: unknown; error?: object } = JSON.parse(String(data));
        if (answer.id !== id) return;
        line.off('message', read);
        if (answer.error) reject(new Error(`${method}: ${JSON.stringify(answer.error)}`));
        else resolve(answer.result);
      };
      line.on('message', read);
      line.send(JSON.stringify({ id, method, params }));
    });
  }

  return {
    async look() {
      // Twice: what the first one finalizes is free only after the second.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      const evaluated = await ask('Runtime.evaluate', { expression: QUESTION });
      const { result } = evaluated as { result: { value: string } };
      const { heapUsed, rss, external, handles }: Insight = JSON.parse(result.value);
      return { heapUsed, rss, external, handles };
    },
    close: () => line.close(),
  };
}
