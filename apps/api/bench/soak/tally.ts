/** What the load counts, and the times of the requests since they were last taken. */
export interface Tally {
  requests: number;
  messages: number;
  /** Events that came over sockets. */
  events: number;
  /** Each thing that people do, by how often they did it. */
  actions: Map<string, number>;
  /** Answers 503, and sockets that were to come again: the database was held up longer than a request may wait. */
  unavailable: number;
  /** What went wrong, in words. */
  errors: string[];
  recordDuration(ms: number): void;
  /** The times since the last call, in ms, sorted. */
  takeDurations(): number[];
}

export function createTally(): Tally {
  let durations: number[] = [];
  return {
    requests: 0,
    messages: 0,
    events: 0,
    unavailable: 0,
    actions: new Map(),
    errors: [],
    recordDuration: (ms) => durations.push(ms),
    takeDurations() {
      const taken = durations.sort((a, b) => a - b);
      durations = [];
      return taken;
    },
  };
}

/** @param fraction - 0.95 for the time that 95 of 100 keep under. @returns NaN of none. */
export function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
