const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** @returns the key with the same meaning on a left-to-right page, where ArrowRight leads forward. */
export function toLeftToRightKey(key: string): string {
  return document.dir === 'rtl' ? (MIRRORED[key] ?? key) : key;
}
