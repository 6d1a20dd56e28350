/* Separate from the schema, so that a client that needs only this does not load the validator. */

/** The slug of a place, in any script. */
export const PLACE_SLUG_PATTERN = /^[a-z0-9\u0080-\uffff-]{1,200}$/;
