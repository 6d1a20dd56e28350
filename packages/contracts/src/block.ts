import * as z from 'zod/mini';
import { nextCursorSchema } from './primitives.js';
import { publicUserSchema } from './user.js';

export const blockResponseSchema = z.object({ isBlocked: z.boolean() });
export const blockedPageSchema = z.object({ users: z.array(publicUserSchema), nextCursor: nextCursorSchema });
