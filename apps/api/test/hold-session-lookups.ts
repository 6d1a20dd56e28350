import { vi } from 'vitest';
import type { TestApp } from './app.js';

/** Holds the responses of the next `count` lookups of a session until `release` is called. */
export function holdSessionLookups({ server }: Pick<TestApp, 'server'>, count: number) {
  const { sessions } = server.services;
  const findSession = sessions.identify;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let started = 0;
  const identify = vi.spyOn(sessions, 'identify').mockImplementation(async (token) => {
    started += 1;
    const isHeld = started <= count;
    const session = await findSession(token);
    if (isHeld) await released;
    return session;
  });
  return { identify, release };
}
