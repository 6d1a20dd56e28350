import * as z from 'zod/mini';

/** One broken rule of a request. */
export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The body of every response with status 400 and above. */
export const errorBodySchema = z.object({
  /** Readable by users: clients show it. */
  message: z.string(),
  /** Stable lower_snake identifier for programs. */
  code: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)),
  /** The same id as in the `X-Request-Id` header and in the server's log. */
  requestId: z.string(),
  /** With 400: every broken rule. With 409: the field whose value is taken. */
  fields: z.exactOptional(z.array(fieldErrorSchema)),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
