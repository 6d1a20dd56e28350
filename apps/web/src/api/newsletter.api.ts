import { request } from '../lib/api-client.ts';

/** Subscribes an address to the newsletter; succeeds for a subscribed one too. */
export async function subscribe(email: string): Promise<void> {
  await request('POST /api/newsletter/subscribe', { body: { email } });
}
