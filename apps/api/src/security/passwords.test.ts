import { describe, expect, it } from 'vitest';
import { median } from '../../bench/quantile.js';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';

useDatabase();
/** 2^8 rounds suffice for the comparison to take longer than the rest of a sign-in, as in production. */
const app = useApp({ passwordRounds: 8 });

const login = (email: string) =>
  app.request().post('/api/auth/login').send({ email, password: 'not-this-one' });

async function measureLogin(email: string): Promise<number> {
  const startedAt = performance.now();
  await login(email);
  return performance.now() - startedAt;
}

describe('Security 8: passwords and limits', () => {
  it('a wrong password and an unknown email address: take about the same time', async () => {
    const { user } = await signIn(app);
    const [known, unknown]: [number[], number[]] = [[], []];

    // Alternating, so that other load affects both.
    for (let round = 0; round < 15; round += 1) {
      known.push(await measureLogin(user.email));
      unknown.push(await measureLogin(`nobody.${round}@example.com`));
    }

    const ratio = median(unknown) / median(known);
    console.log(`unknown address / wrong password: ${ratio.toFixed(2)} of the time (medians of 15)`);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  }, 60_000);
});
