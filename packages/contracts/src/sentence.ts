const codes = new Map<string, string>();

/**
 * Registers a sentence of the API with its code, by which clients choose their own wording.
 *
 * @param code - stable lower_snake identifier of this sentence alone.
 * @returns the sentence.
 */
export function sentence(code: string, message: string): string {
  codes.set(message, code);
  return message;
}

/** Returns the code of a sentence; `invalid` for a sentence without a code. */
export const getCode = (message: string): string => codes.get(message) ?? 'invalid';
