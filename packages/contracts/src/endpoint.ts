import * as z from 'zod/mini';
import { objectIdSchema } from './primitives.js';

/**
 * Who may call: `anyone`; `user`: anyone with a live session; `operator`: by token or from this machine.
 * Which records a user may read or change is decided by the services.
 */
export type Access = 'anyone' | 'user' | 'operator';

export type Schema = z.core.$ZodType;

/** One row of the table of endpoints. */
export interface Endpoint {
  access: Access;
  /** Where `access` is `anyone`: a session changes what the call does. For the documentation. */
  acceptsSession?: true;
  /** Feature that the documentation lists it under. */
  tag: string;
  /** Unique name for generated clients. */
  operationId: string;
  /** What it does, in one line. */
  summary: string;
  params?: Schema;
  query?: Schema;
  /** Number of rows on a page without `limit`, for the documentation. */
  pageLength?: number;
  body?: Schema;
  /**
   * Successful responses by status: a schema for JSON, else the media types, separated by commas; null without a body.
   */
  responses: Readonly<Record<number, Schema | string | null>>;
  /**
   * Error statuses of this endpoint. The documentation adds 400, 429 and 503 to every endpoint, 401 where `access` is
   * `user`, 403 (for a foreign origin), 413 and 415 to methods other than GET, HEAD and OPTIONS, and 408 where
   * `acceptsImage` or `bodyType` is set.
   */
  errors?: readonly number[];
  /** Errors whose body has more members than the common error body. */
  errorResponses?: Readonly<Record<number, Schema>>;
  /** The body may carry an image: limited to `LIMITS.imageBodyBytes` instead of `LIMITS.bodyBytes`. */
  acceptsImage?: true;
  /**
   * The handler reads the body itself: it need not be JSON, and has no size limit but counts towards the memory budget.
   */
  readsBody?: true;
  /** Media type of a body that is not JSON. */
  bodyType?: string;
  /** Request headers that the handler reads, for the documentation. The handler checks them. */
  headers?: Schema;
  /** Response headers of a success, for the documentation, besides those of every response. */
  responseHeaders?: Schema;
  /** Counted by this limit in addition to the general one. */
  rateLimit?:
    | 'signup'
    | 'posts'
    | 'deletions'
    | 'drafts'
    | 'messages'
    | 'comments'
    | 'searches'
    | 'suggestions'
    | 'sitemaps';
  /** Most users get the same bytes: hashed and compressed once for all of them. */
  isShared?: true;
  /** `false`: served without looking up the session while the database is unavailable. */
  needsDatabase?: false;
}

export const idParams = z.object({ id: objectIdSchema });
export const userIdParams = z.object({ userId: objectIdSchema });
