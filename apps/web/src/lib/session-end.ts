type Handler = (userId: string) => void;

const handlers = new Set<Handler>();

/** Registers a function that drops the data that a user has loaded: the next user must not see them. */
export function onSessionEnd(handler: Handler): void {
  handlers.add(handler);
}

/** Drops the data loaded by the user whose session has ended. */
export function dropSessionData(userId: string): void {
  for (const handler of handlers) handler(userId);
}
