import * as z from 'zod/mini';
import { IMAGE_WIDTHS, LIMITS } from './limits.js';
import { codePointLength, isBlank, normalizeText } from './text.js';

interface TextRule {
  /** Code points at most, after NFC and trimming. */
  max: number;
  /** What the reader calls the field; begins the sentence about its length. */
  label: string;
  /** The sentence when it is blank or not a text; without it a blank text is allowed. */
  required?: string;
}

/** A trimmed NFC text. Refused when blank (only with `required`), too long, or not a string. */
export function textSchema({ max, label, required }: TextRule) {
  const isPresent = (text: string) => required === undefined || !isBlank(text);
  return z.string(required ?? `${label} must be text`).check(
    z.overwrite((text) => normalizeText(text).trim()),
    z.refine(isPresent, { error: required ?? '', abort: true }),
    z.refine((text) => codePointLength(text) <= max, `${label} must be at most ${max} characters`),
    // For the OpenAPI document, which cannot read a rule that is a function.
    z.meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) }),
  );
}

/** Id of a stored document: 24 hex characters. */
export const objectIdSchema = z
  .string('The id is not valid')
  .check(z.regex(/^[0-9a-fA-F]{24}$/, 'The id is not valid'));

/** Id that a client makes before its first try, so that a repeat is recognised. A UUID is usual. */
export const clientIdSchema = z
  .string('The client id is not valid')
  .check(z.regex(new RegExp(`^[\\w-]{1,${LIMITS.clientId}}$`), 'The client id is not valid'));

/** UUID of any version, as `crypto.randomUUID()` gives it. */
export const uuidSchema = z
  .string('The key must be a UUID')
  .check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'The key must be a UUID'));

/** ISO 8601 date and time in UTC, as `Date.prototype.toISOString` writes it. */
export const isoDateSchema = z.iso.datetime();

/** Where a stored picture is served (`/media/{key}`, absolute for clients of other origins), or empty for none. */
export const imageUrlSchema = z.string();

/**
 * A `data:image/*;base64,` URL, the stored address sent back unchanged, or empty for none. Checked by the API.
 * `null`, as simple clients send it where nothing was chosen, is the same as leaving it out: it removes nothing.
 */
export const imageInputSchema = z.pipe(
  z.nullish(
    z.string('The picture must be a text').check(
      z.meta({
        format: 'picture',
        description: 'A data:image/*;base64 URL, the stored address sent back unchanged, or empty for none',
      }),
    ),
  ),
  z.transform((image) => image ?? undefined),
);

/** Size of the upright original in pixels, and its placeholder. */
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
  // Every query is text on its way; the OpenAPI document tells what the text means.
  .check(z.meta({ type: 'integer', pattern: undefined, minimum: 1, maximum: LIMITS.pageMax }));

/** `?cursor=`: opaque; names a place in the order. */
export const cursorQuerySchema = z
  .string('The cursor is not valid')
  .check(z.minLength(1, 'The cursor is not valid'));

/** `?limit=&cursor=` of every list. */
export const pageQuerySchema = z.object({
  limit: z.exactOptional(limitQuerySchema),
  cursor: z.exactOptional(cursorQuerySchema),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** The cursor of the next page, null on the last one. */
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

/** An answer that only says what was done. */
export const noticeSchema = z.object({ message: z.string() });
export type Notice = z.infer<typeof noticeSchema>;
