import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { useApp } from '../../test/app.js';
import { holdSessionLookups } from '../../test/hold-session-lookups.js';
import { useDatabase } from '../../test/mongo.js';
import { useRedis } from '../../test/redis.js';
import { signIn } from '../../test/sign-in.js';
import { until, useSockets } from '../../test/socket.js';

const redis = useRedis();
useDatabase();
const app = useApp({
  env: {
    get REDIS_URL() {
      return redis.url;
    },
  },
});
const sockets = useSockets(app);

it('the handshake of a connection that closes while its session is looked up: leaves no count in Redis', async () => {
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  const listCounted = async () => {
    const keys = await client.keys('*:sockets:*');
    return (await Promise.all(keys.map((key) => client.hkeys(key)))).flat();
  };
  const [asha, ravi] = [await signIn(app), await signIn(app)];
  const { identify, release } = holdSessionLookups(app, 1);

  const closing = sockets.create({ cookie: asha.cookie });
  await until(() => expect(identify).toHaveBeenCalledTimes(1));
  closing.client.disconnect();
  // The events of a later connection come after those of the closed one.
  await sockets.open({ cookie: ravi.cookie });
  release();
  await sockets.open({ cookie: ravi.cookie });

  expect(await listCounted()).toEqual([ravi.user._id]);
});
