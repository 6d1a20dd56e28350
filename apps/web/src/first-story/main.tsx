import type { Post } from '@safarnama/contracts';
import { StoryArticle } from '../features/post/reading/story-article.tsx';
import { parseStory } from '../features/post/story-html.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/request-timeout.ts';
import { toNodes } from './static-react.ts';

/*
 * Shows the story of a page that was opened directly, within the inert markup that the server sent, while the app's
 * script is still loading. It runs before that script, which then uses the same response.
 */

const link = document.querySelector<HTMLLinkElement>('link[data-first-story]');
if (link) {
  window.firstStory = requestStory(link.href);
  void window.firstStory.then((post) => post && show(post));
}

/** @returns null for every failure: the app then requests the story again and reports the failure. */
async function requestStory(url: string): Promise<Post | null> {
  try {
    // The same request as the preload link has started, so that the browser reuses it.
    const response = await fetch(url, {
      credentials: 'include',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return response.ok ? (await response.json()).post : null;
  } catch {
    return null;
  }
}

function show(post: Post): void {
  const page = (
    <div className="hides-footer site pt-8 md:pt-12">
      <StoryArticle
        post={post}
        {...parseStory(post.blogHtml, post.pictures)}
        // The buttons must be rendered, but the page is inert.
        onEnlarge={() => undefined}
        actions={null}
      />
    </div>
  );
  document.querySelector('#root > [inert] main')?.replaceChildren(...toNodes(page));
}
