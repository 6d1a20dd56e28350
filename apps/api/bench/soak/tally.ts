/** Counts of what the virtual users did and received, and the response times since the last call of `takeDurations`. */
export interface Tally {
  requests: number;
  messages: number;
  /** Events received over sockets. */
  events: number;
  /** How often each action ran, by its name. */
  actions: Map<string, number>;
  /** 503 responses, and sockets closed before they connected: the database was too slow, and clients should retry. */
  unavailable: number;
  /** Descriptions of unexpected results. */
  errors: string[];
  recordDuration(ms: number): void;
  /** Response times since the last call, in ms, in ascending order. */
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
