const codes = new Map<string, string>();

/**
 * Gives a sentence that the API responds with its code, by which clients choose their own wording.
 *
 * @param code - stable lower_snake identifier of this sentence alone.
 * @returns the sentence.
 */
export function sentence(code: string, message: string): string {
  codes.set(message, code);
  return message;
}

/** The code of a sentence; `invalid` for one that has none. */
export const codeOf = (message: string): string => codes.get(message) ?? 'invalid';
