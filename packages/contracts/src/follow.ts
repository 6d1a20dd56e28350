import * as z from 'zod/mini';

/** Whether the user follows another user, and how many followers the other user has. */
export const followResponseSchema = z.object({ followedByMe: z.boolean(), followerCount: z.int() });
export type FollowResponse = z.infer<typeof followResponseSchema>;
