type Handler = (userId: string) => void;

const handlers = new Set<Handler>();

/** Registers a function that drops what a user has loaded: the next user must not see it. */
export function onSessionEnd(handler: Handler): void {
  handlers.add(handler);
}

/** Drops what the user has loaded, whose session has ended. */
export function dropSessionData(userId: string): void {
  for (const handler of handlers) handler(userId);
}
