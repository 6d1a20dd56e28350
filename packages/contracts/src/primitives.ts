import * as z from 'zod/mini';
import { IMAGE_WIDTHS, LIMITS } from './limits.js';
import { codePointLength, isBlank, normalizeText } from './text.js';

interface TextRule {
  /** Maximum number of code points, after NFC and trimming. */
  max: number;
  /** Name of the field at the start of its error messages. */
  label: string;
  /** Message for a blank or missing text; without it, blank is allowed. */
  required?: string;
}

/** Creates a schema for trimmed NFC text. Rejects values that are too long, not a string, or (with `required`) blank. */
export function textSchema({ max, label, required }: TextRule) {
  const isPresent = (text: string) => required === undefined || !isBlank(text);
  return z.string(required ?? `${label} must be text`).check(
    z.overwrite((text) => normalizeText(text).trim()),
    z.refine(isPresent, { error: required ?? '', abort: true }),
    z.refine((text) => codePointLength(text) <= max, `${label} must be at most ${max} characters`),
    // The OpenAPI document cannot express the refinements above.
    z.meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) }),
  );
}

/** Id of a stored document: 24 hex characters. */
export const objectIdSchema = z
  .string('The id is not valid')
  .check(z.regex(/^[0-9a-fA-F]{24}$/, 'The id is not valid'));

/** Id that a client generates before its first attempt, so that the API recognizes a retry. Usually a UUID. */
export const clientIdSchema = z
  .string('The client id is not valid')
  .check(z.regex(new RegExp(`^[\\w-]{1,${LIMITS.clientId}}$`), 'The client id is not valid'));

/** UUID of any version, as `crypto.randomUUID()` returns it. */
export const uuidSchema = z
  .string('The key must be a UUID')
  .check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'The key must be a UUID'));

/** ISO 8601 date and time in UTC, as `Date.prototype.toISOString` returns it. */
export const isoDateSchema = z.iso.datetime();

/** URL of a stored picture (`/media/{key}`, absolute for clients of other origins), or empty for none. */
export const imageUrlSchema = z.string();

/**
 * A `data:image/*;base64,` URL, the stored URL sent back unchanged, or empty for none. Checked by the API.
 * `null`, which simple clients send when no file was chosen, is the same as an absent field: it removes nothing.
 */
export const imageInputSchema = z.pipe(
  z.nullish(
    z.string('The picture must be text').check(
      z.meta({
        format: 'picture',
        description: 'A data:image/*;base64 URL, the stored URL sent back unchanged, or empty for none',
      }),
    ),
  ),
  z.transform((image) => image ?? undefined),
);

/** Size in pixels of the upright original, and its placeholder. */
export const imageMetaSchema = z.object({
  width: z.int(),
  height: z.int(),
  /** Base64 of the thumbhash bytes. */
  thumbhash: z.string(),
});
export type ImageMeta = z.infer<typeof imageMetaSchema>;

/** `?limit=`: 1 to `LIMITS.pageMax`. */
export const limitQuerySchema = z
  .pipe(
    z.string('limit must be a number').check(z.regex(/^\d{1,6}$/, 'limit must be a number')),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(
          z.minimum(1, `limit must be from 1 to ${LIMITS.pageMax}`),
          z.maximum(LIMITS.pageMax, `limit must be from 1 to ${LIMITS.pageMax}`),
        ),
    ),
  )
  // Query values arrive as text; the OpenAPI document describes the parsed number.
  .check(z.meta({ type: 'integer', pattern: undefined, minimum: 1, maximum: LIMITS.pageMax }));

/** `?cursor=`: opaque position in a list. */
export const cursorQuerySchema = z
  .string('The cursor is not valid')
  .check(z.minLength(1, 'The cursor is not valid'));

/** `?limit=&cursor=` of every list. */
export const pageQuerySchema = z.object({
  limit: z.exactOptional(limitQuerySchema),
  cursor: z.exactOptional(cursorQuerySchema),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Cursor of the next page; null on the last one. */
export const nextCursorSchema = z.nullable(z.string());

/** `?w=` of a picture. */
export const imageQuerySchema = z.object({
  w: z.exactOptional(
    z.pipe(
      z.enum(
        IMAGE_WIDTHS.map(String) as [string, ...string[]],
        `w must be one of ${IMAGE_WIDTHS.join(', ')}`,
      ),
      z.transform(Number),
    ),
  ),
});

/** Response of a call that only confirms what it did. */
export const noticeSchema = z.object({ message: z.string() });
export type Notice = z.infer<typeof noticeSchema>;
