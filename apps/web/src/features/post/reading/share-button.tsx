import { Share2 } from 'lucide-react';
import { toast } from '../../../components/toast.ts';
import { storyUrl } from '../story-url.ts';
import { STORY_STRINGS } from './story-strings.ts';

interface SharedPost {
  slug: string;
  blogTitle: string;
}

/** Opens the share sheet on touch devices; elsewhere copies the URL of the story to the clipboard. */
export function ShareButton({ post }: { post: SharedPost }) {
  return (
    <button
      type="button"
      className="needs-script button-icon"
      aria-label={STORY_STRINGS.share}
      title={STORY_STRINGS.share}
      onClick={() => void share(post)}
    >
      <Share2 aria-hidden className="size-5" />
    </button>
  );
}

async function share({ slug, blogTitle }: SharedPost): Promise<void> {
  const url = storyUrl(slug);
  // On desktop systems a copied link can be shared with more apps than the share sheet offers.
  if (window.matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
    try {
      await navigator.share({ title: blogTitle, url });
      return;
    } catch (cause) {
      // The user closed the sheet.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
    }
  }
  try {
    // Throws on plain HTTP, where browsers offer no clipboard.
    await navigator.clipboard.writeText(url);
    toast.success(STORY_STRINGS.linkCopied);
  } catch {
    toast.error(STORY_STRINGS.linkNotCopied);
  }
}
