import type { Activity, TestUser, WorkloadContext } from './activities/activity.js';
import { createConversationActivity } from './activities/conversation.js';
import { createDraftActivity } from './activities/draft.js';
import { createPresenceCheck } from './activities/presence.js';
import { createPublisherActivity } from './activities/publisher.js';
import { createReaderActivity } from './activities/readers.js';
import type { CallApi } from './api-client.js';

async function signUp(
  callApi: CallApi,
  urls: readonly [string, string],
  fullName: string,
): Promise<TestUser> {
  const response = await fetch(`${urls[0]}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      fullName,
      email: `${crypto.randomUUID()}@example.com`,
      password: 'monsoon-kochi-7',
    }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { body } = await callApi('GET', '/api/auth/check-auth', { cookie });
  return { id: String(Reflect.get(Object(body), '_id')), cookie };
}

/** Creates users and their activities on both processes. */
export async function createWorkload(context: WorkloadContext, urls: readonly [string, string]) {
  const { callApi } = context;
  const [asha, ravi, meena, imran] = [
    await signUp(callApi, urls, 'आशा वर्मा'),
    await signUp(callApi, urls, 'Ravi Kumar'),
    await signUp(callApi, urls, 'மீனா'),
    await signUp(callApi, urls, 'Imran'),
  ];
  const publisher = createPublisherActivity(context, meena);
  const activities: Activity[] = [
    createConversationActivity(context, asha, ravi),
    createConversationActivity(context, meena, imran),
    publisher,
    createDraftActivity(context, asha),
    createReaderActivity(context, [ravi, imran], publisher.stories),
  ];
  const presence = createPresenceCheck(context, urls, [asha, ravi, meena, imran]);
  return {
    run: async (isStopped: () => boolean) => {
      await Promise.all(activities.map((activity) => activity.run(isStopped)));
    },
    async check() {
      for (const activity of activities) await activity.check();
      await presence.check();
    },
    close: () => presence.close(),
  };
}
