import type { Random } from '../../scripts/random.js';
import type { CallApi } from '../api-client.js';
import type { ReportViolation } from '../system-under-test.js';

/** Counts of acknowledged, lost and duplicated writes. */
export interface Tally {
  acknowledged: number;
  lost: number;
  duplicated: number;
}

export interface TestUser {
  id: string;
  cookie: string;
}

/** An activity of users: runs until it is stopped, and then verifies what was stored. */
export interface Activity {
  run(isStopped: () => boolean): Promise<void>;
  check(): Promise<void>;
}

export interface WorkloadContext {
  callApi: CallApi;
  random: Random;
  reportViolation: ReportViolation;
  tally: Tally;
}
