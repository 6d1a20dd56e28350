import { request } from '../lib/api-client.ts';

/** Keeps an address for the newsletter; also when it is known already. */
export async function subscribe(email: string): Promise<void> {
  await request('POST /api/newsletter/subscribe', { body: { email } });
}
