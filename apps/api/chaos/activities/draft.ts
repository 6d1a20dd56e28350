import { setTimeout as wait } from 'node:timers/promises';
import type { Draft } from '@safarnama/contracts';
import { type CallOptions, callApiOrThrow } from '../api-client.js';
import type { Activity, TestUser, WorkloadContext } from './activity.js';

const SAVE_PAUSE_MS = 500;

/** One draft edited on two devices, each of which updates the version it has read. */
export function createDraft(
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

  async function write(device: string, isStopped: () => boolean): Promise<void> {
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
      // 409: an earlier attempt that was stored without a response, or the version of the other device.
      if (status === 200 || draft.blogTitle === blogTitle) recordVersion(draft);
      version = draft.version;
      await wait(SAVE_PAUSE_MS);
    }
  }

  return {
    run: async (isStopped) => {
      await Promise.all([write('phone', isStopped), write('laptop', isStopped)]);
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
