import { afterAll, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';
import { SessionModel } from '../auth/session.model.js';

// Called before the app is created, so that the app uses the fake intervals.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
// Registered first, so that it is called last.
afterAll(() => void vi.useRealTimers());
useDatabase();
const app = useApp();
const sockets = useSockets(app);

it('a session ended by a process that was killed before it notified others: its sockets close within a minute, others stay open', async () => {
  const [asha, ravi] = await Promise.all([signIn(app), signIn(app)]);
  const ended = await sockets.open({ cookie: asha.cookie });
  const live = await sockets.open({ cookie: ravi.cookie });
  await SessionModel.deleteMany({ userId: asha.user._id });

  vi.advanceTimersByTime(60_000);

  await until(() => expect(ended.disconnectReason()).not.toBeNull());
  expect(live.disconnectReason()).toBeNull();
});
