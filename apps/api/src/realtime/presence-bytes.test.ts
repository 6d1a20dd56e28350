import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { openRawClients } from '../../test/raw-socket.js';
import { signIn } from '../../test/sign-in.js';
import { useSockets } from '../../test/socket.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

/** Under 110 kB to all together at 1,000 people: so much for each. */
const MAX_BYTES_PER_CLIENT = 110;

describe('a change of presence', () => {
  it('in bytes to each client: the same with 10 and 40 people by deltas, while the list grows', async () => {
    const users = await Promise.all(Array.from({ length: 43 }, () => signIn(app)));
    const cookies = users.map(({ cookie }) => cookie);
    const [first, second, third] = users.slice(40);
    if (!first || !second || !third) throw new Error('unreachable');

    const smallGroup = await openRawClients(app.url, cookies.slice(0, 10), { presence: 'delta' });
    const bytesOfSmall = await smallGroup.bytesOf(
      () => sockets.open({ cookie: first.cookie }),
      first.user._id,
    );
    const largeGroup = await openRawClients(app.url, cookies.slice(10, 40), {});
    const bytesOfSmallLater = await smallGroup.bytesOf(
      () => sockets.open({ cookie: second.cookie }),
      second.user._id,
    );
    const bytesOfLarge = await largeGroup.bytesOf(
      () => sockets.open({ cookie: third.cookie }),
      third.user._id,
    );
    await Promise.all([smallGroup.close(), largeGroup.close()]);

    expect(bytesOfSmall / 10).toBeLessThan(MAX_BYTES_PER_CLIENT);
    expect(bytesOfSmallLater).toBe(bytesOfSmall);
    expect(bytesOfLarge / 30).toBeGreaterThan(42 * 24);
  });
});
