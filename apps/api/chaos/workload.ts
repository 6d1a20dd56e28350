import type { Activity, TestUser, WorkloadContext } from './activities/activity.js';
import { createConversation } from './activities/conversation.js';
import { createDraft } from './activities/draft.js';
import { createPresence } from './activities/presence.js';
import { createPublisher } from './activities/publisher.js';
import { createReaders } from './activities/readers.js';
import { type CallApi, callApiOrThrow } from './api-client.js';

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
  const { body } = await callApiOrThrow(callApi, 'GET', '/api/auth/check-auth', { cookie });
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
  const publisher = createPublisher(context, meena);
  const activities: Activity[] = [
    createConversation(context, asha, ravi),
    createConversation(context, meena, imran),
    publisher,
    createDraft(context, asha),
    createReaders(context, [ravi, imran], publisher.stories),
  ];
  const presence = createPresence(context, urls, [asha, ravi, meena, imran]);
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
