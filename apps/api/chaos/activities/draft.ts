import { setTimeout as wait } from 'node:timers/promises';
import type { Draft } from '@safarnama/contracts';
import { type CallOptions, callApiOrThrow } from '../api-client.js';
import type { Activity, TestUser, WorkloadContext } from './activity.js';

const SAVE_PAUSE_MS = 500;

/** Creates the activity of editing one draft on two devices, each of which updates the version that it has read. */
export function createDraftActivity(
  { callApi, reportViolation, tally }: WorkloadContext,
  writer: TestUser,
): Activity {
  const path = `/api/drafts/${crypto.randomUUID()}`;
  /** Acknowledged texts by version. */
  const savedTexts = new Map<number, string>();

  function recordVersion({ version, blogTitle }: Draft): void {
    const knownText = savedTexts.get(version);
    if (knownText !== undefined && knownText !== blogTitle) {
      reportViolation(`version ${version} of a draft was assigned twice`);
      tally.lost += 1;
    }
    if (knownText === undefined) tally.acknowledged += 1;
    savedTexts.set(version, blogTitle);
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
      const { status, body } = await callApiOrThrow(callApi, 'PUT', path, options);
      const { draft } = body as { draft: Draft };
      // 409 returns an earlier attempt of this device whose response was lost, or the version of the other device.
      if (status === 200 || draft.blogTitle === blogTitle) recordVersion(draft);
      version = draft.version;
      await wait(SAVE_PAUSE_MS);
    }
  }

  return {
    run: async (isStopped) => {
      await Promise.all([saveRepeatedly('phone', isStopped), saveRepeatedly('laptop', isStopped)]);
    },
    async check() {
      const { body } = await callApiOrThrow(callApi, 'GET', path, { cookie: writer.cookie });
      const { draft } = body as { draft: Draft };
      const last = Math.max(...savedTexts.keys());
      if (draft.version < last) tally.lost += 1;
      if (draft.version === last && draft.blogTitle !== savedTexts.get(last)) {
        reportViolation('a draft was overwritten without being read');
        tally.lost += 1;
      }
    },
  };
}
