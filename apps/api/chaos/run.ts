import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { createRandom } from '../scripts/seed/scenes/random.js';
import { createAsk } from './ask.js';
import { createPeople, type Tally } from './people.js';
import { FAULTS, type FaultKind, planFaults } from './plan.js';
import { missingHere, type Product, startProduct } from './product.js';
import { strike } from './strike.js';

const READY_TIMEOUT_MS = 120_000;
const MEMORY_CHECK_MS = 2_000;
const MEMORY_LIMIT_MB = 400;
const LOOK_AGAIN_MS = 100;
/** So that the first fault meets people at work. */
const WARM_UP_MS = 1_500;

interface ChaosOptions {
  seed: string;
  forMs: number;
  /** It goes on beyond its time for so many faults, and then in quiet for what they may have left no time for. */
  atLeast?: { acknowledged: number; faults: number };
  log(line: string): void;
}

/** What came of it. */
export interface ChaosResult extends Tally {
  faults: number;
  kinds: number;
  failed: number;
  /** Everything that went otherwise than promised; empty when all is well. */
  complaints: string[];
  /** The closing line. */
  summary: string;
}

/** The kinds that this machine can do; says what it cannot. */
function possibleKinds(log: (line: string) => void): FaultKind[] {
  const { disk, clock } = missingHere();
  if (disk !== null) log(`chaos: without a full disk: ${disk}`);
  if (clock !== null) log(`chaos: without wrong clocks: ${clock}`);
  return FAULTS.filter(
    (kind) => !(disk !== null && kind === 'disk full') && !(clock !== null && kind.startsWith('clock')),
  );
}

/** Records that name a picture which is not there, counted in the database itself. */
async function countDangling({ mongodbUri }: Product): Promise<number> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise();
  const posts = await connection
    .collection('posts')
    .find({ blogImage: { $ne: null } })
    .toArray();
  const keys = posts.map((post) => String(Reflect.get(Object(post['blogImage']), 'key')));
  const media = await connection
    .collection('media')
    .find({ key: { $in: keys } })
    .toArray();
  const blobs = await connection
    .collection<{ _id: string }>('blobs')
    .find({ _id: { $in: media.map((each) => String(each['blobId'])) } })
    .toArray();
  const blobIds = new Set(blobs.map(({ _id }) => _id));
  const whole = new Set(
    media.filter((each) => blobIds.has(String(each['blobId']))).map((each) => each['key']),
  );
  await connection.close();
  return keys.filter((key) => !whole.has(key)).length;
}

/** Lets one thing after another fail under people who write, and counts what is left of what they were promised. */
export async function runChaos({ seed, forMs, atLeast, log }: ChaosOptions): Promise<ChaosResult> {
  const kinds = possibleKinds(log);
  const product = await startProduct();
  const complaints: string[] = [];
  const complain = (complaint: string) => {
    if (!complaints.includes(complaint)) {
      complaints.push(complaint);
      log(`  ! ${complaint}`);
    }
  };
  const tally: Tally = { acknowledged: 0, lost: 0, doubled: 0 };
  const struck = new Map<FaultKind, number>();
  let mostMemory = 0;
  const watchMemory = setInterval(() => {
    for (const api of product.apis) mostMemory = Math.max(mostMemory, api.memory());
  }, MEMORY_CHECK_MS);
  const startedAt = performance.now();
  const at = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;

  try {
    await product.ready(READY_TIMEOUT_MS);
    const { ask, traffic } = createAsk(product.urls, complain);
    // A source of their own: how many draws the people make depends on the moment, the plan must not.
    const people = await createPeople(
      { ask, random: createRandom(`${seed} people`), complain, tally },
      product.urls,
    );
    let isOver = false;
    const running = people.run(() => isOver);
    // Told below, where it is waited for.
    running.catch(() => undefined);
    await wait(WARM_UP_MS);

    let count = 0;
    const plan = planFaults(createRandom(seed), kinds);
    const endAt = performance.now() + forMs;
    while (performance.now() < endAt || count < (atLeast?.faults ?? 0)) {
      const fault = plan.next().value;
      count += 1;
      struck.set(fault.kind, (struck.get(fault.kind) ?? 0) + 1);
      log(`${at()}  ${fault.kind}${fault.process === 0 ? '' : ' (second)'}, ${fault.forMs} ms`);
      await strike(product, fault, complain);
      await wait(fault.quietMs);
    }
    await product.ready(READY_TIMEOUT_MS);
    const enough = atLeast?.acknowledged ?? 0;
    while (tally.acknowledged < enough) await Promise.race([running, wait(LOOK_AGAIN_MS)]);
    isOver = true;
    await running;
    await people.check();
    const dangling = await countDangling(product);
    if (dangling > 0) complain(`${dangling} stories name a picture that is not there`);
    people.close();
    for (const [index, api] of product.apis.entries()) {
      const { code, ms } = await api.stop();
      if (code !== 0) complain(`process ${index} ended with ${code} after ${Math.round(ms)} ms`);
      for (const line of api.complaints()) complain(`process ${index}: ${line.slice(0, 400)}`);
    }
    const mostMb = Math.round(mostMemory / 1_000_000);
    if (mostMb > MEMORY_LIMIT_MB) complain(`a process took ${mostMb} MB`);

    const summary =
      `chaos: ${seed}, ${+(forMs / 60_000).toFixed(1)} min, ${count} faults of ${struck.size} kinds, ` +
      `acknowledged ${tally.acknowledged}, lost ${tally.lost}, doubled ${tally.doubled}, ` +
      `5xx other than 503: ${traffic.failed}`;
    const details =
      `${traffic.requests} requests, ${traffic.refused} x 503, ${traffic.unanswered} unanswered, ` +
      `most memory of a process ${mostMb} MB, complaints ${complaints.length}`;
    log(details);
    log(summary);
    return { ...tally, faults: count, kinds: struck.size, failed: traffic.failed, complaints, summary };
  } finally {
    clearInterval(watchMemory);
    await product.close();
  }
}
