import type { Draft, Post } from '@safarnama/contracts';
import { ApiError } from '../lib/api-client.ts';
import { VERSION_CONFLICT } from './post.api.ts';

/** The stored story or draft in the response to a conflicting save; empty for any other failure. */
export function readConflict(error: unknown): { post?: Post; draft?: Draft } {
  if (!(error instanceof ApiError) || error.status !== 409) return {};
  // The casts are safe: the table of endpoints declares these bodies for a 409.
  if (error.code === VERSION_CONFLICT) return { post: error.body.post as Post };
  if (error.code === 'draft_version_behind') return { draft: error.body.draft as Draft };
  return {};
}
