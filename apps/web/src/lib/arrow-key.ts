const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/**
 * @param isMirrored - whether the key moves in a right-to-left page or text.
 * @returns the key with the same meaning from left to right, where ArrowRight leads forward.
 */
export function toLeftToRightKey(key: string, isMirrored = document.dir === 'rtl'): string {
  return isMirrored ? (MIRRORED[key] ?? key) : key;
}
