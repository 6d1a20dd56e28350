import { runWhenIdle } from '../lib/run-when-idle.ts';
import { onFirstPageShown } from './lazy-page.tsx';

/** While the root has this class, `styles/tokens.css` omits the fonts of the Indic scripts. */
const LATIN_FIRST = 'latin-first';

/**
 * Loads the fonts of the Indic scripts after the first page and its pictures. On a page with words in several scripts,
 * these fonts are larger than everything else. Until they are loaded, such words are shown in a system font.
 */
export function postponeIndicFonts(): void {
  const { classList } = document.documentElement;
  classList.add(LATIN_FIRST);
  const load = async () => {
    const pictures = Array.from(document.images, (picture) => picture.loading === 'lazy' || picture.decode());
    await Promise.allSettled(pictures);
    // Loads all fonts together, because the browser recomputes the layout for each font that arrives.
    await document.fonts.load('1em "Noto Serif Indic"', document.body.textContent).catch(() => null);
    classList.remove(LATIN_FIRST);
  };
  // When the browser is idle, all cards of a list are rendered.
  onFirstPageShown(() => runWhenIdle(load));
}
