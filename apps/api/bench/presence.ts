import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { openRawClients } from '../test/raw-socket.js';
import type { BenchEnvironment } from './environment.js';
import { openSocket } from './open-socket.js';

const PROTOCOLS = { getOnlineUsers: {}, presenceDelta: { presence: 'delta' } };
const USER_COUNTS = [100, 300, 1_000];
/** Who has no socket for 3 s is offline, and that is told within another: each round begins with nobody. */
const OFFLINE_DELAY_MS = 4_500;

interface PresenceRow {
  protocol: string;
  people: number;
  'bytes to each': number;
  'bytes to all': number;
}

/** What all clients together are sent when one person comes, by how many are there, for both protocols. */
export async function measurePresence({ api, createUsers }: BenchEnvironment): Promise<PresenceRow[]> {
  const rows: PresenceRow[] = [];
  for (const [protocol, auth] of Object.entries(PROTOCOLS)) {
    for (const people of USER_COUNTS) {
      const onlineUsers = await createUsers(people);
      const [joiningUser] = await createUsers(1);
      if (!joiningUser) throw new Error('nobody was made');
      const cookies = onlineUsers.map(({ cookie }) => cookie);
      const clients = await openRawClients(api.url, cookies, auth);
      const openedSockets: Socket[] = [];
      const connectUser = async () => openedSockets.push(await openSocket(api.url, joiningUser.cookie));
      const bytes = await clients.bytesOf(connectUser, joiningUser.id);
      for (const socket of openedSockets) socket.close();
      await clients.close();
      await wait(OFFLINE_DELAY_MS);
      rows.push({ protocol, people, 'bytes to each': Math.round(bytes / people), 'bytes to all': bytes });
    }
  }
  return rows;
}
