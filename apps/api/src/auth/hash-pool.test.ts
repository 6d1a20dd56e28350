import { monitorEventLoopDelay } from 'node:perf_hooks';
import bcrypt from 'bcryptjs';
import { afterEach, describe, expect, it } from 'vitest';
import { createHashPool, type HashPool } from './hash-pool.js';
import { createPasswordHasher } from './password.js';

const pools: HashPool[] = [];
function pool(size: number): HashPool {
  const made = createHashPool(size);
  pools.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((each) => each.close()));
});

const job = (rounds = 4) => ({ kind: 'hash', secret: 'monsoon', rounds }) as const;

describe('Security 8: createHashPool', () => {
  it('with a hash and a comparison: gives what bcrypt gives', async () => {
    const threads = pool(1);

    const hash = String(await threads.run(job()));

    expect(await bcrypt.compare('monsoon', hash)).toBe(true);
    expect(await threads.run({ kind: 'compare', secret: 'monsoon', hash })).toBe(true);
    expect(await threads.run({ kind: 'compare', secret: 'dry', hash })).toBe(false);
  });

  it('with more than one running and 200 waiting: refuses with 503 and when to come again, and does the rest', async () => {
    const threads = pool(1);
    const accepted = Array.from({ length: 201 }, () => threads.run(job()));

    const refused = threads.run(job());

    expect(threads.depth()).toBe(201);
    await expect(refused).rejects.toMatchObject({
      status: 503,
      code: 'busy',
      details: { headers: { 'Retry-After': '5' } },
    });
    expect(await Promise.all(accepted)).toHaveLength(201);
    expect(threads.depth()).toBe(0);
    expect(await threads.run(job())).toBeTypeOf('string');
  });

  it('while it hashes at full cost: leaves the event loop free', async () => {
    const threads = pool(1);
    await threads.run(job());
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const started = performance.now();
    delay.enable();

    await Promise.all(Array.from({ length: 5 }, () => threads.run(job(10))));

    delay.disable();
    const total = performance.now() - started;
    // On the event loop itself there would be one sample for each hash, as long as the hash takes.
    expect(delay.percentile(50) / 1e6).toBeLessThan(total / 10);
  });

  it('with a job that cannot be done: rejects that one and goes on', async () => {
    const threads = pool(1);

    // No text, as no caller's types allow: bcrypt throws inside the thread.
    const broken = threads.run({ ...job(), secret: 7 as unknown as string });

    await expect(broken).rejects.toThrow();
    expect(await threads.run(job())).toBeTypeOf('string');
  });

  it('closed with jobs waiting: rejects them and all later ones with 503', async () => {
    const threads = pool(1);
    const waiting = Array.from({ length: 3 }, () => threads.run(job(10)));
    const outcomes = Promise.allSettled(waiting);

    await threads.close();

    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(threads.run(job())).rejects.toMatchObject({ status: 503, code: 'stopping' });
  });
});

describe('Security 8: createPasswordHasher', () => {
  const PEPPER = 'a-pepper-of-this-test-file-alone-0001';

  it('with one password twice: makes two hashes that name the pepper, and knows both', async () => {
    const passwords = createPasswordHasher(pool(1), PEPPER, 4);

    const [a, b] = await Promise.all([passwords.hash('पासवर्ड-१२'), passwords.hash('पासवर्ड-१२')]);

    expect(a).toMatch(/^p1\$2[aby]\$04\$/);
    expect(a).not.toBe(b);
    expect(await passwords.verify('पासवर्ड-१२', a)).toBe(true);
    expect(await passwords.verify('पासवर्ड-१२', b)).toBe(true);
    expect(await passwords.verify('पासवर्ड-१३', a)).toBe(false);
  });

  it('with another pepper: a hash matches no more', async () => {
    const threads = pool(1);
    const stored = await createPasswordHasher(threads, PEPPER, 4).hash('monsoon-kochi-7');

    expect(await createPasswordHasher(threads, `${PEPPER}!`, 4).verify('monsoon-kochi-7', stored)).toBe(
      false,
    );
  });

  it('with zero bytes and bytes after 72: counts them all', async () => {
    const passwords = createPasswordHasher(pool(1), PEPPER, 4);
    const stored = await passwords.hash(`a\0b${'c'.repeat(100)}`);

    expect(await passwords.verify(`a\0X${'c'.repeat(100)}`, stored)).toBe(false);
    expect(await passwords.verify(`a\0b${'c'.repeat(99)}d`, stored)).toBe(false);
    expect(await passwords.verify(`a\0b${'c'.repeat(100)}`, stored)).toBe(true);
  });

  it('without an account, with an unknown pepper and with a broken hash: says no at the cost of a comparison', async () => {
    const asked: unknown[] = [];
    const threads = pool(1);
    const counting = {
      ...threads,
      run(each: Parameters<HashPool['run']>[0]) {
        asked.push(each);
        return threads.run(each);
      },
    };
    const passwords = createPasswordHasher(counting, PEPPER, 4);

    const results = [
      await passwords.verify('monsoon-kochi-7', null),
      await passwords.verify('monsoon-kochi-7', 'p9$2b$04$abc'),
      await passwords.verify('monsoon-kochi-7', ''),
    ];

    expect(results).toEqual([false, false, false]);
    const compared = { kind: 'compare', hash: expect.stringMatching(/^\$2b\$04\$[./\w]{53}$/) };
    expect(asked).toMatchObject([compared, compared, compared]);
  });

  it('without an account while the queue is full: recovers as soon as there is room', async () => {
    const threads = pool(1);
    const passwords = createPasswordHasher(threads, PEPPER, 4);
    const filling = Array.from({ length: 201 }, () => threads.run(job()));

    await expect(passwords.verify('monsoon-kochi-7', null)).rejects.toMatchObject({ status: 503 });
    await Promise.all(filling);

    expect(await passwords.verify('monsoon-kochi-7', null)).toBe(false);
  });
});
