/** @throws when `work` takes longer than `timeoutMs`. */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No result within ${timeoutMs} ms`)), timeoutMs);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
