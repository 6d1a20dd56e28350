/* Separate from the schema, so that a client that needs only this does not load the validator. */

/** A local part and a domain of non-empty labels, in any script: https://www.rfc-editor.org/rfc/rfc6531#section-3.3 */
export const EMAIL_PATTERN = /^[^\s@"\p{Cc}]+@[^\s@".\p{Cc}]+(?:\.[^\s@".\p{Cc}]+)*$/u;
