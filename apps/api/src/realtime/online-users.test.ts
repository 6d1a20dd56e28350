import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { lastList, until, useSockets } from '../../test/socket.js';

useDatabase();
const app = useApp();
const sockets = useSockets(app);

describe('getOnlineUsers', () => {
  it('when others come: everybody gets the list, own id included', async () => {
    const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
    const first = await sockets.open({ cookie: asha.cookie });

    const second = await sockets.open({ cookie: ravi.cookie });

    const both = [asha.user._id, ravi.user._id].sort();
    expect(second.got('getOnlineUsers')[0]).toEqual(expect.arrayContaining(both));
    await until(() => expect(lastList(first)).toEqual(expect.arrayContaining(both)));
  });

  it('with tabs closed: one of two changes nothing; the last one means offline after 3 s, not before', async () => {
    const [asha, ravi, devi] = await Promise.all([signIn(app), signIn(app), signIn(app)]);
    const [closing, staying] = [
      await sockets.open({ cookie: asha.cookie }),
      await sockets.open({ cookie: asha.cookie }),
    ];
    const only = await sockets.open({ cookie: ravi.cookie });
    const watcher = await sockets.open({ cookie: devi.cookie });
    await until(() => expect(lastList(watcher)).toContain(ravi.user._id));

    closing.client.disconnect();
    only.client.disconnect();
    const closedAt = performance.now();
    await until(() => expect(lastList(watcher)).not.toContain(ravi.user._id), 6_000);
    const offlineAfter = (watcher.timesOf('getOnlineUsers').at(-1) ?? 0) - closedAt;

    expect(offlineAfter).toBeGreaterThan(2_900);
    expect(lastList(watcher)).toContain(asha.user._id);
    expect(staying.client.connected).toBe(true);
    // After the list on connect, none comes within a second of the one before; the line itself may be uneven.
    const times = watcher.timesOf('getOnlineUsers').slice(1);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.every((gap) => gap > 700)).toBe(true);
  });
});
