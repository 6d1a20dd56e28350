/**
 * Picks the same choice for the same `key` every time, evenly distributed over keys.
 *
 * @returns undefined when `choices` is empty.
 */
export function pickByHash<T>(key: string, choices: readonly T[]): T | undefined {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  }
  return choices[hash % choices.length];
}
