import type { Routes } from '../http/routes.js';
import type { UserService } from './user.service.js';

export function userRoutes({
  users,
}: {
  users: Pick<UserService, 'requirePublicUser'>;
}): Routes<'GET /api/user/:id'> {
  return {
    'GET /api/user/:id': async ({ params }) => ({ user: await users.requirePublicUser(params.id) }),
  };
}
