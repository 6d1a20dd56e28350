import type { Page } from '@playwright/test';
import { baseUrl, PASSWORD } from './fixtures.ts';
import type { Account } from './world.ts';

export const ANDROID_FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const WINDOWS_EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** Sessions as the API lists them: a new session, the current one, two older sessions and one of an unknown browser. */
export function buildSessions() {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const session = (index: number, userAgent: string, created: number, seen: number) => ({
    _id: String(index).padStart(24, 'a'),
    createdAt: ago(created),
    lastSeenAt: ago(seen),
    userAgent,
    current: index === 1,
  });
  return [
    session(0, ANDROID_FIREFOX, 4, 1),
    session(1, 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 3_000, 0),
    session(2, WINDOWS_EDGE, 5_000, 190),
    session(3, IPAD, 7_000, 2_000),
    session(4, 'a-program/1.0', 9_000, 8_990),
  ];
}

/** Signs a user in from another device. */
export async function signInElsewhere({ email }: Pick<Account, 'email'>, userAgent: string): Promise<void> {
  const response = await fetch(`${baseUrl()}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`Sign-in responded ${response.status}`);
}

/** Resolves when the page's socket is connected and receives events. Call it before opening the page. */
export function waitForSocket(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('getOnlineUsers')) resolve();
      });
    });
  });
}
