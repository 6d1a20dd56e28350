import * as z from 'zod/mini';

/** Stable lower_snake identifier for programs. */
const codeSchema = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/));

/** One broken rule of a request. */
const fieldErrorSchema = z.object({
  field: z.string(),
  /** Identifies the sentence of `message`. */
  code: codeSchema,
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The body of every response with status 400 and above. */
export const errorBodySchema = z.object({
  /** Readable by users: clients show it. */
  message: z.string(),
  /**
   * Identifies the sentence of `message`. With `fields` it may be the kind of failure instead, such as `invalid`; the
   * entries then identify the sentences.
   */
  code: codeSchema,
  /** The same id as in the `X-Request-Id` header and in the server's log. */
  requestId: z.string(),
  /** With 400: every broken rule. With 409: the field whose value is taken. */
  fields: z.exactOptional(z.array(fieldErrorSchema)),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
