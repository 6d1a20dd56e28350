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
const MAX_BYTES_EACH = 110;

describe('a change of presence', () => {
  it('in bytes to each client: the same with 10 and 40 people by deltas, while the list grows', async () => {
    const people = await Promise.all(Array.from({ length: 43 }, () => signIn(app)));
    const cookies = people.map(({ cookie }) => cookie);
    const [first, second, third] = people.slice(40);
    if (!first || !second || !third) throw new Error('unreachable');

    const few = await openRawClients(app.url, cookies.slice(0, 10), { presence: 'delta' });
    const ofFew = await few.bytesOf(() => sockets.open({ cookie: first.cookie }), first.user._id);
    const more = await openRawClients(app.url, cookies.slice(10, 40), {});
    const ofFewNow = await few.bytesOf(() => sockets.open({ cookie: second.cookie }), second.user._id);
    const ofMore = await more.bytesOf(() => sockets.open({ cookie: third.cookie }), third.user._id);
    await Promise.all([few.close(), more.close()]);

    expect(ofFew / 10).toBeLessThan(MAX_BYTES_EACH);
    expect(ofFewNow).toBe(ofFew);
    expect(ofMore / 30).toBeGreaterThan(42 * 24);
  });
});
