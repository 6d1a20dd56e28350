import { setTimeout as delay } from 'node:timers/promises';
import type { ClientToServerEvents, ServerToClientEvents } from '@safarnama/contracts';
import { io, type Socket } from 'socket.io-client';
import type { TestUser, WorkloadContext } from './activity.js';

const PRESENCE_TIMEOUT_MS = 40_000;

/** Opens a socket that reconnects and tracks who is online. */
function openSocket(url: string, { cookie }: TestUser) {
  const client: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    path: '/socket.io',
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 2_000,
    extraHeaders: { Cookie: cookie },
    auth: { presence: 'delta' },
  });
  let online = new Set<string>();
  client.on('getOnlineUsers', (ids) => {
    online = new Set(ids);
  });
  client.on('presenceDelta', (delta) => {
    for (const id of delta.online) online.add(id);
    for (const id of delta.offline) online.delete(id);
  });
  return {
    client,
    seesOnline: (ids: readonly string[]) => client.connected && ids.every((id) => online.has(id)),
  };
}

/** Connects every user to both processes. After the run, every socket must see every user online. */
export function createPresenceCheck(
  { reportViolation }: WorkloadContext,
  urls: readonly [string, string],
  users: readonly TestUser[],
) {
  const sockets = users.flatMap((user) => urls.map((url) => openSocket(url, user)));
  const ids = users.map(({ id }) => id);
  return {
    async check() {
      const deadline = performance.now() + PRESENCE_TIMEOUT_MS;
      while (!sockets.every(({ seesOnline }) => seesOnline(ids))) {
        if (performance.now() > deadline) {
          const stale = sockets.filter(({ seesOnline }) => !seesOnline(ids)).length;
          reportViolation(`${stale} of ${sockets.length} sockets do not show all users online`);
          return;
        }
        await delay(100);
      }
    },
    close() {
      for (const { client } of sockets) client.disconnect();
    },
  };
}
