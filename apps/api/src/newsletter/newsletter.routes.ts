import type { Routes } from '../http/routes.js';
import { subscribe } from './newsletter.service.js';

export function newsletterRoutes(): Routes<'POST /api/newsletter/subscribe'> {
  return {
    'POST /api/newsletter/subscribe': async ({ body }) => {
      await subscribe(body.email);
      return { message: 'Thank You for your Subscription' };
    },
  };
}
