import { onFirstPageShown } from './lazy-page.tsx';

/** While the root has this class, `styles/tokens.css` leaves out the fonts of the Indic scripts. */
const POSTPONED = 'latin-first';

/**
 * Loads the fonts of the Indic scripts after the first page and its pictures. On a page with words in several scripts they
 * are larger than everything else; until then such words have a font of the system.
 */
export function postponeIndicFonts(): void {
  const { classList } = document.documentElement;
  classList.add(POSTPONED);
  onFirstPageShown(async () => {
    const pictures = Array.from(document.images, (picture) => picture.loading === 'lazy' || picture.decode());
    await Promise.allSettled(pictures);
    // All together, because the browser arranges the page again for each font that arrives.
    await document.fonts.load('1em "Noto Serif Indic"', document.body.textContent).catch(() => null);
    classList.remove(POSTPONED);
  });
}
