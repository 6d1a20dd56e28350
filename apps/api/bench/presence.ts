import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { openRawClients } from '../test/raw-clients.js';
import type { BenchEnvironment } from './environment.js';
import { openSocket } from './open-socket.js';

const PROTOCOLS = { getOnlineUsers: {}, presenceDelta: { presence: 'delta' } };
const USER_COUNTS = [100, 300, 1_000];
/**
 * Pause after each round, so that the next one starts with nobody online: users go offline 3 s after their last socket
 * closes, and updates follow within 1 s.
 */
const OFFLINE_DELAY_MS = 4_500;

interface PresenceRow {
  protocol: string;
  users: number;
  'bytes to each': number;
  'bytes to all': number;
}

/** Measures the bytes sent to all clients when one user connects, for each protocol and number of users. */
export async function measurePresence({
  api,
  createUser,
  createUsers,
}: BenchEnvironment): Promise<PresenceRow[]> {
  const rows: PresenceRow[] = [];
  for (const [protocol, auth] of Object.entries(PROTOCOLS)) {
    for (const users of USER_COUNTS) {
      const onlineUsers = await createUsers(users);
      const joiningUser = await createUser();
      const cookies = onlineUsers.map(({ cookie }) => cookie);
      const clients = await openRawClients(api.url, cookies, auth);
      const openedSockets: Socket[] = [];
      const connectUser = async () => openedSockets.push(await openSocket(api.url, joiningUser.cookie));
      const bytes = await clients.measureBytes(connectUser, joiningUser.id);
      for (const socket of openedSockets) socket.close();
      await clients.close();
      await delay(OFFLINE_DELAY_MS);
      rows.push({ protocol, users, 'bytes to each': Math.round(bytes / users), 'bytes to all': bytes });
    }
  }
  return rows;
}
