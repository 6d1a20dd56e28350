import * as z from 'zod/mini';
import { SOCIAL_SIZE } from './constants.js';
import { IMAGE_WIDTHS, LIMITS } from './limits.js';
import { mayFit, normalizeText, splitCombiningRuns } from './normalize-text.js';
import { isDataUrlTooLarge, PICTURE_REFUSALS } from './picture.js';
import { sentence } from './sentence.js';
import { codePointLength, isBlank } from './text.js';

interface TextRule {
  /** Maximum number of code points, after NFC and trimming. */
  max: number;
  /** Name of the field at the start of its error messages. */
  label: string;
  /** Name of the field at the start of the codes of its error messages. */
  code: string;
  /** Message for a blank or missing text; without it, blank is allowed. */
  required?: string;
  /** Keeps the Unicode form in which the text was typed. */
  keepsForm?: boolean;
}

/**
 * Creates a schema for trimmed text, in NFC unless it keeps its form. Rejects values that are too long, not a string,
 * or (with `required`) blank.
 */
export function textSchema({ max, label, code, required, keepsForm = false }: TextRule) {
  const clean = (text: string) => (keepsForm ? splitCombiningRuns(text.toWellFormed()) : normalizeText(text));
  const isPresent = (text: string) => required === undefined || !isBlank(text);
  const tooLong = sentence(
    `${code}_too_long`,
    `${label} must be at most ${max.toLocaleString('en')} characters`,
  );
  return z.string(required ?? sentence(`${code}_not_text`, `${label} must be text`)).check(
    z.refine((text) => mayFit(text.trim(), max), { error: tooLong, abort: true }),
    z.overwrite((text) => clean(text).trim()),
    z.refine(isPresent, { error: required ?? '', abort: true }),
    z.refine((text) => codePointLength(text.normalize('NFC')) <= max, tooLong),
    // The OpenAPI document cannot express the refinements above.
    z.meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) }),
  );
}

const INVALID_ID = sentence('id_invalid', 'The id is not valid');
/** Id of a stored document: 24 hex characters, in lower case after parsing. */
export const objectIdSchema = z
  .string(INVALID_ID)
  .check(z.regex(/^[0-9a-fA-F]{24}$/, INVALID_ID), z.toLowerCase());

const INVALID_CLIENT_ID = sentence('client_id_invalid', 'The client id is not valid');
/** Id that a client generates before its first attempt, so that the API recognizes a retry. Usually a UUID. */
export const clientIdSchema = z
  .string(INVALID_CLIENT_ID)
  .check(z.regex(new RegExp(`^[\\w-]{1,${LIMITS.clientId}}$`), INVALID_CLIENT_ID));

const INVALID_KEY = sentence('key_invalid', 'The key must be a UUID');
/** UUID of any version, as `crypto.randomUUID()` returns it: in lower case after parsing. */
export const uuidSchema = z
  .string(INVALID_KEY)
  .check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, INVALID_KEY), z.toLowerCase());

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
    z.string(sentence('picture_not_text', 'The picture must be text')).check(
      // The API responds 413 to this issue, whatever the others are.
      z.refine(
        (image) => !isDataUrlTooLarge(image),
        sentence('picture_too_large', PICTURE_REFUSALS.tooLarge),
      ),
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

/**
 * Creates a schema for an integer that arrives as text, in a query or a path. The OpenAPI document describes the parsed
 * number.
 *
 * @param message - of the error for text that the pattern does not match, and for other values.
 * @param range - of the number, for the OpenAPI document: the pattern or further checks enforce it.
 */
export function integerTextSchema(
  pattern: RegExp,
  message: string,
  range: { minimum: number; maximum?: number },
) {
  return z
    .pipe(z.string(message).check(z.regex(pattern, message)), z.transform(Number))
    .check(z.meta({ type: 'integer', pattern: undefined, ...range }));
}

const LIMIT_NOT_A_NUMBER = sentence('limit_invalid', 'limit must be a number');

/** `?limit=`: 1 to `max`. @param code - of the error for a number outside this range. */
export function createLimitSchema(max: number, code: string) {
  const outOfRange = sentence(code, `limit must be from 1 to ${max}`);
  return integerTextSchema(/^-?\d+$/, LIMIT_NOT_A_NUMBER, { minimum: 1, maximum: max }).check(
    z.minimum(1, outOfRange),
    z.maximum(max, outOfRange),
  );
}

/** `?limit=` of most lists: 1 to `LIMITS.pageMax`. */
export const limitQuerySchema = createLimitSchema(LIMITS.pageMax, 'limit_out_of_range');

const INVALID_CURSOR = sentence('invalid_cursor', 'The cursor is not valid');
/** `?cursor=`: opaque position in a list. */
export const cursorQuerySchema = z.string(INVALID_CURSOR).check(z.minLength(1, INVALID_CURSOR));

/** `?limit=&cursor=` of every list. */
export const pageQuerySchema = z.object({
  limit: z.exactOptional(limitQuerySchema),
  cursor: z.exactOptional(cursorQuerySchema),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Cursor of the next page; null on the last one. */
export const nextCursorSchema = z.nullable(z.string());

const PICTURE_SIZES = [...IMAGE_WIDTHS.map(String), SOCIAL_SIZE];

/** `?w=` of a picture: a width in pixels, or `social` for the preview of a link. */
export const imageQuerySchema = z.object({
  w: z.exactOptional(
    z.pipe(
      z.enum(
        PICTURE_SIZES as [string, ...string[]],
        sentence('w_invalid', `w must be one of ${PICTURE_SIZES.join(', ')}`),
      ),
      z.transform((size) => (size === SOCIAL_SIZE ? SOCIAL_SIZE : Number(size))),
    ),
  ),
});

/** Response of a call that only confirms what it did. */
export const noticeSchema = z.object({ message: z.string() });
export type Notice = z.infer<typeof noticeSchema>;
