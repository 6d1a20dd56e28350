import * as z from 'zod/mini';

/** Whether the user follows another one, and how many users follow that one. */
export const followResponseSchema = z.object({ followedByMe: z.boolean(), followerCount: z.int() });
export type FollowResponse = z.infer<typeof followResponseSchema>;
