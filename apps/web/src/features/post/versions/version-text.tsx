import { countWords, type Post, type Revision, readingMinutes } from '@safarnama/contracts';
import { useMemo } from 'react';
import { listPictures, showsCover } from '../reading/list-pictures.ts';
import { StoryBody } from '../reading/story-body.tsx';
import { StoryCover, StoryHeader } from '../reading/story-header.tsx';
import { useStoryPictureViewer } from '../reading/use-story-picture-viewer.tsx';
import { parseStory } from '../story-html.ts';
import { VERSION_STRINGS } from './strings.ts';
import '../reading/story.css';

/** A version of a story as its readers saw it. */
export function VersionText({ post, revision }: { post: Post; revision: Revision }) {
  const { blogHtml, pictures, missingPictures } = revision;
  const story = useMemo(() => parseStory(blogHtml, pictures), [blogHtml, pictures]);
  const version = useMemo(() => toPost(post, revision), [post, revision]);
  const viewer = useStoryPictureViewer(() => listPictures(version, story.figures));
  const hasCover = showsCover(version, story.figures);
  return (
    <article>
      {missingPictures.length > 0 && (
        <p className="mb-6 text-ink-soft">
          {VERSION_STRINGS.missingPictures({ count: missingPictures.length })}
        </p>
      )}
      <StoryHeader post={version} titleLevel={3} />
      {hasCover && <StoryCover post={version} onEnlarge={() => viewer.open(0)} />}
      <div className="story-column mt-8">
        <StoryBody {...story} hasCover={hasCover} onEnlarge={viewer.open} />
      </div>
      {viewer.element}
    </article>
  );
}

/** Returns the story as it was in a version. */
function toPost(post: Post, revision: Revision): Post {
  const { number: _number, restoredFrom: _restoredFrom, createdAt: _savedAt, ...content } = revision;
  return { ...post, ...content, readMinutes: readingMinutes(countWords(content.blogContent)) };
}
