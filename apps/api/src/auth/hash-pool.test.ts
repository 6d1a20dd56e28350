import { monitorEventLoopDelay } from 'node:perf_hooks';
import bcrypt from 'bcryptjs';
import { afterEach, describe, expect, it } from 'vitest';
import { createHashPool, type HashPool } from './hash-pool.js';
import { createPasswordHasher } from './password.js';

const pools: HashPool[] = [];
function createPool(size: number): HashPool {
  const pool = createHashPool(size);
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const buildJob = (rounds = 4) => ({ kind: 'hash', secret: 'monsoon', rounds }) as const;

describe('Security 8: createHashPool', () => {
  it('with a hash and a comparison: returns the results of bcrypt', async () => {
    const pool = createPool(1);

    const hash = String(await pool.run(buildJob()));

    expect(await bcrypt.compare('monsoon', hash)).toBe(true);
    expect(await pool.run({ kind: 'compare', secret: 'monsoon', hash })).toBe(true);
    expect(await pool.run({ kind: 'compare', secret: 'dry', hash })).toBe(false);
  });

  it('with one job running and 200 waiting: rejects the next with 503 and Retry-After, and finishes the others', async () => {
    const pool = createPool(1);
    const accepted = Array.from({ length: 201 }, () => pool.run(buildJob()));

    const rejected = pool.run(buildJob());

    expect(pool.monitor.depth()).toBe(201);
    await expect(rejected).rejects.toMatchObject({
      status: 503,
      code: 'busy',
      details: { headers: { 'Retry-After': '5' } },
    });
    expect(await Promise.all(accepted)).toHaveLength(201);
    expect(pool.monitor.depth()).toBe(0);
    expect(await pool.run(buildJob())).toBeTypeOf('string');
  });

  it('while hashing at full cost: leaves the event loop free', async () => {
    const pool = createPool(1);
    await pool.run(buildJob());
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const startedAt = performance.now();
    delay.enable();

    await Promise.all(Array.from({ length: 3 }, () => pool.run(buildJob(10))));

    delay.disable();
    const totalMs = performance.now() - startedAt;
    // If hashing blocked the event loop, there would be one delay per hash, as long as the hash itself.
    expect(delay.percentile(50) / 1e6).toBeLessThan(totalMs / 10);
  });

  it('with a job that throws: rejects it and runs the next', async () => {
    const pool = createPool(1);

    // bcrypt throws inside the thread for a secret that is not a string.
    const failed = pool.run({ ...buildJob(), secret: 7 as unknown as string });

    await expect(failed).rejects.toThrow();
    expect(await pool.run(buildJob())).toBeTypeOf('string');
  });

  it('when closed with jobs waiting: rejects them and all later ones with 503', async () => {
    const pool = createPool(1);
    const waiting = Array.from({ length: 3 }, () => pool.run(buildJob(10)));
    const outcomes = Promise.allSettled(waiting);

    await pool.close();

    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(pool.run(buildJob())).rejects.toMatchObject({ status: 503, code: 'stopping' });
  });
});

describe('Security 8: createPasswordHasher', () => {
  const PEPPER = 'a-pepper-of-this-test-file-alone-0001';

  it('with one password twice: creates two hashes that name the pepper version, and verifies both', async () => {
    const passwords = createPasswordHasher(createPool(1), PEPPER, 4);

    const [a, b] = await Promise.all([passwords.hash('पासवर्ड-१२'), passwords.hash('पासवर्ड-१२')]);

    expect(a).toMatch(/^p1\$2[aby]\$04\$/);
    expect(a).not.toBe(b);
    expect(await passwords.verify('पासवर्ड-१२', a)).toBe(true);
    expect(await passwords.verify('पासवर्ड-१२', b)).toBe(true);
    expect(await passwords.verify('पासवर्ड-१३', a)).toBe(false);
  });

  it('with another pepper: does not verify the hash', async () => {
    const pool = createPool(1);
    const stored = await createPasswordHasher(pool, PEPPER, 4).hash('monsoon-kochi-7');

    expect(await createPasswordHasher(pool, `${PEPPER}!`, 4).verify('monsoon-kochi-7', stored)).toBe(false);
  });

  it('with zero bytes and bytes after the 72nd: takes them all into account', async () => {
    const passwords = createPasswordHasher(createPool(1), PEPPER, 4);
    const stored = await passwords.hash(`a\0b${'c'.repeat(100)}`);

    expect(await passwords.verify(`a\0X${'c'.repeat(100)}`, stored)).toBe(false);
    expect(await passwords.verify(`a\0b${'c'.repeat(99)}d`, stored)).toBe(false);
    expect(await passwords.verify(`a\0b${'c'.repeat(100)}`, stored)).toBe(true);
  });

  it('without an account, with an unknown pepper version and with a malformed hash: returns false at the cost of a comparison', async () => {
    const jobs: unknown[] = [];
    const pool = createPool(1);
    const recordingPool = {
      ...pool,
      run(job: Parameters<HashPool['run']>[0]) {
        jobs.push(job);
        return pool.run(job);
      },
    };
    const passwords = createPasswordHasher(recordingPool, PEPPER, 4);

    const results = [
      await passwords.verify('monsoon-kochi-7', null),
      await passwords.verify('monsoon-kochi-7', 'p9$2b$04$abc'),
      await passwords.verify('monsoon-kochi-7', ''),
    ];

    expect(results).toEqual([false, false, false]);
    const comparison = { kind: 'compare', hash: expect.stringMatching(/^\$2b\$04\$[./\w]{53}$/) };
    expect(jobs).toMatchObject([comparison, comparison, comparison]);
  });

  it('without an account while the queue is full: throws 503, and works again when there is room', async () => {
    const pool = createPool(1);
    const passwords = createPasswordHasher(pool, PEPPER, 4);
    const filling = Array.from({ length: 201 }, () => pool.run(buildJob()));

    await expect(passwords.verify('monsoon-kochi-7', null)).rejects.toMatchObject({ status: 503 });
    await Promise.all(filling);

    expect(await passwords.verify('monsoon-kochi-7', null)).toBe(false);
  });
});
