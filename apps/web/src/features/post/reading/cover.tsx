import type { Card } from '@safarnama/contracts';
import { landscapeSceneUrl } from '../../../components/scenes.ts';
import { useFailedPicture } from '../../../components/use-failed-picture.ts';
import { ARTICLE_STRINGS } from './article-strings.ts';
import { type LoadPriority, PlaceholderPicture } from './placeholder-picture.tsx';

interface CoverProps {
  post: Pick<Card, 'blogTitle' | 'blogImage' | 'blogImageAlt' | 'blogImageMeta' | 'landscape'>;
  /** Displayed width, as in the `sizes` attribute of an `img`. */
  sizes: string;
  className: string;
  loadPriority?: LoadPriority;
  /** Whether the picture is hidden from assistive technology, because a heading next to it names the story. */
  isDecorative?: boolean;
  /** Called when the picture cannot be loaded and a scene takes its place. */
  onFailed?: () => void;
}

/** The picture of a story at the width that the screen needs or, without a picture, a drawn scene of its landscape. */
export function Cover({
  post,
  sizes,
  className,
  loadPriority = 'lazy',
  isDecorative = false,
  onFailed,
}: CoverProps) {
  const { blogImage, blogImageMeta } = post;
  const [isMissing, handleFailed] = useFailedPicture(blogImage);
  if (isMissing) {
    return (
      <img
        src={landscapeSceneUrl(post.landscape)}
        alt=""
        width={1200}
        height={800}
        loading={loadPriority === 'lazy' ? 'lazy' : 'eager'}
        className={className}
      />
    );
  }
  return (
    <PlaceholderPicture
      url={blogImage}
      alt={isDecorative ? '' : coverDescription(post)}
      meta={blogImageMeta}
      sizes={sizes}
      className={className}
      loadPriority={loadPriority}
      // Falls back to the scene.
      onFailed={() => {
        handleFailed();
        onFailed?.();
      }}
    />
  );
}

/** Alternative text of the picture: the author's description, or else the title of the story. */
export function coverDescription({ blogTitle, blogImageAlt }: Pick<Card, 'blogTitle' | 'blogImageAlt'>) {
  return blogImageAlt || ARTICLE_STRINGS.cover({ title: blogTitle });
}
