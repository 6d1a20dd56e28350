import { describe, expect, it } from 'vitest';
import { SHORT_TIMINGS, useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { openRawClients } from '../../test/raw-clients.js';
import { signIn } from '../../test/sign-in.js';
import { useSockets } from '../../test/socket.js';

useDatabase();
const app = useApp({ realtimeTimings: SHORT_TIMINGS });
const sockets = useSockets(app);

/** Limit for each client: 110 kB for 1,000 clients. */
const MAX_BYTES_PER_CLIENT = 110;
/** Hexadecimal digits of a user's id: a full list is at least this long for each user online. */
const ID_LENGTH = 24;
/** After this long without an event, all earlier changes have been sent. */
const QUIET_MS = 2 * SHORT_TIMINGS.presenceIntervalMs;

describe('openRawClients', () => {
  it('when the server closes the connection of a client: stops waiting for its event', async () => {
    const { cookie, agent } = await signIn(app);
    const clients = await openRawClients(app.url, [cookie], {}, QUIET_MS);

    const measuring = clients.measureBytes(() => agent.post('/api/auth/logout').expect(200), 'an event');

    await expect(measuring).rejects.toThrow('The server closed the connection of a client');
    await clients.close();
  });
});

describe('a presence update', () => {
  it('as a delta: has the same size per client with 10 and with 40 users online, while a full list grows', async () => {
    const users = await Promise.all(Array.from({ length: 43 }, () => signIn(app)));
    const cookies = users.map(({ cookie }) => cookie);
    const [first, second, third] = users.slice(40);
    if (!first || !second || !third) throw new Error('unreachable');
    /** Builds the arguments of `measureBytes` for connecting a user. */
    const buildConnect = (user: typeof first) =>
      [() => sockets.open({ cookie: user.cookie }), user.user._id] as const;

    const deltaClients = await openRawClients(app.url, cookies.slice(0, 10), { presence: 'delta' }, QUIET_MS);
    const deltaBytes = await deltaClients.measureBytes(...buildConnect(first));
    const listClients = await openRawClients(app.url, cookies.slice(10, 40), {}, QUIET_MS);
    const laterDeltaBytes = await deltaClients.measureBytes(...buildConnect(second));
    const listBytes = await listClients.measureBytes(...buildConnect(third));
    await Promise.all([deltaClients.close(), listClients.close()]);

    expect(deltaBytes / 10).toBeLessThan(MAX_BYTES_PER_CLIENT);
    expect(laterDeltaBytes).toBe(deltaBytes);
    expect(listBytes / 30).toBeGreaterThan(42 * ID_LENGTH);
  });
});
