import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { createRandom } from '../scripts/random.js';
import type { Tally } from './activities/activity.js';
import { createApiClient } from './api-client.js';
import { FAULTS, type FaultKind, planFaults } from './fault-plan.js';
import { injectFault } from './inject-fault.js';
import { findMissingCapabilities, type SystemUnderTest, startSystemUnderTest } from './system-under-test.js';
import { createWorkload } from './workload.js';

const READY_TIMEOUT_MS = 120_000;
const MEMORY_CHECK_MS = 2_000;
const MEMORY_LIMIT_MB = 400;
const POLL_INTERVAL_MS = 100;
/** Time until all users are active. */
const WARM_UP_MS = 1_500;

interface ChaosOptions {
  seed: string;
  durationMs: number;
  /**
   * Continues until this many faults were injected, and then without faults until this many writes are acknowledged.
   */
  minimum?: { acknowledged: number; faults: number };
  log(line: string): void;
}

/** The result of a run. */
interface ChaosResult extends Tally {
  faults: number;
  /** Number of different kinds of injected faults. */
  kinds: number;
  /** Responses with status 500 or above other than 503. */
  failed: number;
  /** All violated guarantees. */
  violations: string[];
  /** One line for the log. */
  summary: string;
}

/** Lists the kinds of faults that this machine supports, and logs which are missing. */
function listSupportedFaults(log: (line: string) => void): FaultKind[] {
  const { disk, clock } = findMissingCapabilities();
  if (disk !== null) log(`chaos: no disk faults: ${disk}`);
  if (clock !== null) log(`chaos: no clock faults: ${clock}`);
  return FAULTS.filter(
    (kind) => !(disk !== null && kind === 'disk full') && !(clock !== null && kind.startsWith('clock')),
  );
}

/** Counts stories in the database whose picture is missing. */
async function countMissingPictures({ mongodbUri }: SystemUnderTest): Promise<number> {
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
    .find({ _id: { $in: media.map((document) => String(document['blobId'])) } })
    .toArray();
  const blobIds = new Set(blobs.map(({ _id }) => _id));
  const storedKeys = new Set(
    media.filter((document) => blobIds.has(String(document['blobId']))).map((document) => document['key']),
  );
  await connection.close();
  return keys.filter((key) => !storedKeys.has(key)).length;
}

/** Injects one fault after another while users write, and verifies everything that was acknowledged. */
export async function runChaos({ seed, durationMs, minimum, log }: ChaosOptions): Promise<ChaosResult> {
  const kinds = listSupportedFaults(log);
  const violations: string[] = [];
  const reportViolation = (violation: string) => {
    if (!violations.includes(violation)) {
      violations.push(violation);
      log(`  ! ${violation}`);
    }
  };
  const system = await startSystemUnderTest(reportViolation);
  const tally: Tally = { acknowledged: 0, lost: 0, duplicated: 0 };
  const faultCounts = new Map<FaultKind, number>();
  let peakMemory = 0;
  const memoryTimer = setInterval(() => {
    for (const api of system.apis) peakMemory = Math.max(peakMemory, api.memory());
  }, MEMORY_CHECK_MS);
  const startedAt = performance.now();
  const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;

  try {
    await system.ready(READY_TIMEOUT_MS);
    const { callApi, traffic } = createApiClient(system.urls, reportViolation);
    // The users get a generator of their own: the plan must not depend on how many random numbers they draw.
    const workload = await createWorkload(
      { callApi, random: createRandom(`${seed} users`), reportViolation, tally },
      system.urls,
    );
    let isStopped = false;
    const running = workload.run(() => isStopped);
    // A rejection is handled below, where the promise is awaited.
    running.catch(() => undefined);
    await delay(WARM_UP_MS);

    let count = 0;
    const plan = planFaults(createRandom(seed), kinds);
    const deadline = performance.now() + durationMs;
    while (performance.now() < deadline || count < (minimum?.faults ?? 0)) {
      const fault = plan.next().value;
      count += 1;
      faultCounts.set(fault.kind, (faultCounts.get(fault.kind) ?? 0) + 1);
      log(`${elapsed()}  ${fault.kind}${fault.process === 0 ? '' : ' (second)'}, ${fault.durationMs} ms`);
      await injectFault(system, fault, reportViolation);
      await delay(fault.pauseMs);
    }
    await system.ready(READY_TIMEOUT_MS);
    const requiredAcknowledged = minimum?.acknowledged ?? 0;
    while (tally.acknowledged < requiredAcknowledged) await Promise.race([running, delay(POLL_INTERVAL_MS)]);
    isStopped = true;
    await running;
    await workload.check();
    const missingPictures = await countMissingPictures(system);
    if (missingPictures > 0) reportViolation(`${missingPictures} stories have a missing picture`);
    workload.close();
    for (const [index, api] of system.apis.entries()) {
      const { code, ms } = await api.stop();
      if (code !== 0) reportViolation(`process ${index} exited with ${code} after ${Math.round(ms)} ms`);
      for (const line of api.errorLines()) reportViolation(`process ${index}: ${line.slice(0, 400)}`);
    }
    const peakMb = Math.round(peakMemory / 1_000_000);
    if (peakMb > MEMORY_LIMIT_MB) reportViolation(`a process used ${peakMb} MB`);

    const summary =
      `chaos: ${seed}, ${+(durationMs / 60_000).toFixed(1)} min, ${count} faults of ${faultCounts.size} kinds, ` +
      `acknowledged ${tally.acknowledged}, lost ${tally.lost}, duplicated ${tally.duplicated}, ` +
      `5xx other than 503: ${traffic.failed}`;
    const details =
      `${traffic.requests} requests, ${traffic.unavailable} x 503, ${traffic.withoutResponse} without a response, ` +
      `peak memory of a process ${peakMb} MB, violations ${violations.length}`;
    log(details);
    log(summary);
    return { ...tally, faults: count, kinds: faultCounts.size, failed: traffic.failed, violations, summary };
  } finally {
    clearInterval(memoryTimer);
    await system.close();
  }
}
