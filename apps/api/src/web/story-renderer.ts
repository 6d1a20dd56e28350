import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language, PublicPost } from '@safarnama/contracts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

/** Written by the build of the web app from `apps/web/src/story-page`. */
const BUNDLE = '.vite/story-page/main.js';
/** Maximum size of the cached texts, at two bytes per character: about 200 stories of usual length. */
const MAX_CACHE_BYTES = 16_000_000;

/** The part of a page that depends on the story alone, as `renderStory` returns it. */
interface RenderedStory {
  preload: string;
  markup: string;
}

/** What the bundle exports. */
interface StoryBundle {
  renderStory(post: PublicPost, language: Language): RenderedStory;
  buildStoryPage(input: {
    template: string;
    language: Language;
    post: PublicPost;
    rendered: RenderedStory;
    origin: string;
    head: string;
  }): string;
  buildUnavailablePage(template: string, language: Language): string;
}

/** The app around a story, in a language. */
export interface StoryFrame {
  language: Language;
  /** The built `index.html` in the language, without the scripts of the app. */
  template: string;
  /** Elements for the head that load the script of the page. */
  head: string;
}

/** Renders pages for guests with the components of the web app. */
interface StoryRenderer {
  /**
   * @param origin - prefix of absolute URLs. Not part of what is cached.
   * @param beforeRendering - called unless the rendered story is cached; if it rejects, so does this call.
   */
  renderPage(
    frame: StoryFrame,
    post: PublicPost,
    origin: string,
    beforeRendering: () => Promise<void>,
  ): Promise<string>;
  /** The page in place of a story that cannot be sent now: the database is unavailable, or a limit is reached. */
  renderUnavailable(frame: StoryFrame): string;
}

/** Returns the renderer; null while the built web app lacks it. */
export type FindStoryRenderer = () => Promise<StoryRenderer | null>;

/**
 * Finds the renderer in the folder of the built web app. If the folder lacks it when the API starts, each call looks
 * for it again, and until then guests get the page of the app in place of public stories.
 */
export function createStoryRendererFinder(webFolder: string, logger: Logger): FindStoryRenderer {
  const file = path.join(webFolder, BUNDLE);
  let loading: Promise<StoryRenderer | null> | null = null;
  let hasWarned = false;
  return async () => {
    if (loading === null && !existsSync(file)) {
      if (!hasWarned)
        logger.warn(
          { file },
          'the web app is not built: guests get public stories as the app shell, without their text',
        );
      hasWarned = true;
      return null;
    }
    loading ??= loadStoryRenderer(file).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function loadStoryRenderer(file: string): Promise<StoryRenderer> {
  const bundle: StoryBundle = await import(pathToFileURL(file).href);
  const cache = new LRUCache<string, RenderedStory>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ markup, preload }) => 2 * (markup.length + preload.length) + 1,
  });

  /** The key is a hash of all that is rendered, so that a cached entry is never outdated. */
  async function renderCached(
    post: PublicPost,
    language: Language,
    beforeRendering: () => Promise<void>,
  ): Promise<RenderedStory> {
    const shown = { ...post, likeCount: 0, commentCount: 0 };
    const key = createHash('sha256')
      .update(JSON.stringify([language, shown]))
      .digest('base64url');
    const cached = cache.get(key);
    if (cached) return cached;
    await beforeRendering();
    // Another request may have rendered it in the meantime.
    const rendered = cache.get(key) ?? bundle.renderStory(post, language);
    cache.set(key, rendered);
    return rendered;
  }

  return {
    async renderPage(frame, post, origin, beforeRendering) {
      const rendered = await renderCached(post, frame.language, beforeRendering);
      return bundle.buildStoryPage({ ...frame, post, rendered, origin });
    },
    renderUnavailable: ({ template, language }) => bundle.buildUnavailablePage(template, language),
  };
}
