import { Share2 } from 'lucide-react';
import toast from 'react-hot-toast';
import { paths } from '../../../config/paths.ts';
import { STORY_STRINGS } from './story-strings.ts';

interface SharedPost {
  slug: string;
  blogTitle: string;
}

/** Hands a story on: by the sheet of a phone, elsewhere by its address on the clipboard. */
export function ShareButton({ post }: { post: SharedPost }) {
  return (
    <button type="button" className="button button-quiet max-sm:px-3" onClick={() => void share(post)}>
      <Share2 aria-hidden className="size-5" />
      {STORY_STRINGS.share}
    </button>
  );
}

/** The whole address of a story. */
export function storyUrl(slug: string): string {
  return new URL(paths.post(slug), window.location.origin).href;
}

async function share({ slug, blogTitle }: SharedPost): Promise<void> {
  const url = storyUrl(slug);
  // Desktops have such a sheet too, with less in it than where an address can be pasted.
  if (window.matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
    try {
      await navigator.share({ title: blogTitle, url });
      return;
    } catch (cause) {
      // Closed without a choice: that was meant.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
    }
  }
  try {
    // There is no clipboard on a page without https.
    await navigator.clipboard.writeText(url);
    toast.success(STORY_STRINGS.linkCopied);
  } catch {
    toast.error(STORY_STRINGS.linkNotCopied);
  }
}
