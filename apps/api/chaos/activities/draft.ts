import { setTimeout as delay } from 'node:timers/promises';
import type { Draft } from '@safarnama/contracts';
import type { CallOptions } from '../api-client.js';
import type { Activity, TestUser, WorkloadContext } from './activity.js';

/** Long enough for both devices together to stay below the limit of 120 saves a minute. */
const SAVE_INTERVAL_MS = 1_200;

/** Creates an activity in which two devices edit one draft, each saving on top of the version it last read. */
export function createDraftActivity(
  { callApi, reportViolation, tally }: WorkloadContext,
  writer: TestUser,
): Activity {
  const path = `/api/drafts/${crypto.randomUUID()}`;
  /** Acknowledged titles by version. */
  const acknowledgedTitles = new Map<number, string>();

  function recordVersion({ version, blogTitle }: Draft): void {
    const knownTitle = acknowledgedTitles.get(version);
    if (knownTitle !== undefined && knownTitle !== blogTitle) {
      reportViolation(`version ${version} of a draft was assigned twice`);
      tally.lost += 1;
    }
    if (knownTitle === undefined) tally.acknowledged += 1;
    acknowledgedTitles.set(version, blogTitle);
  }

  async function saveRepeatedly(device: string, isStopped: () => boolean): Promise<void> {
    let version = 0;
    for (let count = 0; !isStopped(); count += 1) {
      const blogTitle = `${device} ${count}`;
      const options: CallOptions = {
        cookie: writer.cookie,
        body: { blogTitle, version },
        acceptedStatuses: [409],
      };
      const { status, body } = await callApi('PUT', path, options);
      const { draft } = body as { draft: Draft };
      // A 409 response contains the stored draft: saved by an earlier attempt of this device whose response was lost,
      // or by the other device.
      if (status === 200 || draft.blogTitle === blogTitle) recordVersion(draft);
      version = draft.version;
      await delay(SAVE_INTERVAL_MS);
    }
  }

  return {
    run: async (isStopped) => {
      await Promise.all([saveRepeatedly('phone', isStopped), saveRepeatedly('laptop', isStopped)]);
    },
    async check() {
      const { body } = await callApi('GET', path, { cookie: writer.cookie });
      const { draft } = body as { draft: Draft };
      const last = Math.max(...acknowledgedTitles.keys());
      if (draft.version < last) {
        reportViolation('an acknowledged draft version was lost');
        tally.lost += 1;
      }
      if (draft.version === last && draft.blogTitle !== acknowledgedTitles.get(last)) {
        reportViolation(`version ${last} of a draft changed without a new version number`);
        tally.lost += 1;
      }
    },
  };
}
