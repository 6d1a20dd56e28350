import type { RateLimits } from '../http/rate-limit.js';
import type { Routes } from '../http/routes.js';
import { subscribe } from './newsletter.service.js';

export function newsletterRoutes(
  limits: Pick<RateLimits, 'count'>,
): Routes<'POST /api/newsletter/subscribe'> {
  return {
    'POST /api/newsletter/subscribe': async ({ req, res, body }) => {
      await limits.count('newsletter', req, res);
      await subscribe(body.email);
      return { message: 'Thank You for your Subscription' };
    },
  };
}
