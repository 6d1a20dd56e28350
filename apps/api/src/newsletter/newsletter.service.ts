import { emailKey } from '../lib/email-key.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import { SubscriptionModel } from './newsletter.model.js';

/** Subscribes an address to the newsletter. Idempotent. */
export async function subscribe(email: string): Promise<void> {
  try {
    await SubscriptionModel.create({ email, emailKey: emailKey(email) });
  } catch (error) {
    if (!isDuplicateKeyError(error, 'emailKey')) throw error;
  }
}
