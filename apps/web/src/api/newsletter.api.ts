import { request } from '../lib/api-client.ts';

/** Subscribes an email address to the newsletter; succeeds for an address that is already subscribed. */
export async function subscribe(email: string): Promise<void> {
  await request('POST /api/newsletter/subscribe', { body: { email } });
}
