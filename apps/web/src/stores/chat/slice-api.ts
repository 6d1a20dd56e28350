/** Reads and writes the part of the chat store that a slice works with. */
export interface SliceApi<State> {
  set: (change: Partial<State> | ((state: State) => Partial<State>)) => void;
  get: () => State;
}
