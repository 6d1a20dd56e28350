import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { openRawClients } from '../test/raw-socket.js';
import { openSocket } from './open-socket.js';
import type { World } from './world.js';

const PROTOCOLS = { getOnlineUsers: {}, presenceDelta: { presence: 'delta' } };
const PEOPLE = [100, 300, 1_000];
/** Who has no socket for 3 s is offline, and that is told within another: each round begins with nobody. */
const EMPTY_MS = 4_500;

interface PresenceRow {
  protocol: string;
  people: number;
  'bytes to each': number;
  'bytes to all': number;
}

/** What all clients together are sent when one person comes, by how many are there, for both protocols. */
export async function measurePresence({ api, createPeople }: World): Promise<PresenceRow[]> {
  const rows: PresenceRow[] = [];
  for (const [protocol, auth] of Object.entries(PROTOCOLS)) {
    for (const people of PEOPLE) {
      const there = await createPeople(people);
      const [comes] = await createPeople(1);
      if (!comes) throw new Error('nobody was made');
      const cookies = there.map(({ cookie }) => cookie);
      const clients = await openRawClients(api.url, cookies, auth);
      const opened: Socket[] = [];
      const come = async () => opened.push(await openSocket(api.url, comes.cookie));
      const bytes = await clients.bytesOf(come, comes.id);
      for (const socket of opened) socket.close();
      await clients.close();
      await wait(EMPTY_MS);
      rows.push({ protocol, people, 'bytes to each': Math.round(bytes / people), 'bytes to all': bytes });
    }
  }
  return rows;
}
