import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers a gauge whose value is read at each scrape. */
export function registerGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** Registers a counter of what is counted elsewhere. @param read - returns the total at each scrape. */
export function registerTotal(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
