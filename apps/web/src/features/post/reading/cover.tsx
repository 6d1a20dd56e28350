import type { Card } from '@safarnama/contracts';
import { type CSSProperties, useState } from 'react';
import { sceneFor } from '../../../components/scenes.ts';
import { averageColor, pictureSrcSet, pictureUrl } from '../../../lib/pictures.ts';
import { usePlaceholder } from './use-placeholder.ts';

/** Before anything else (on a phone it is the only one in sight), at once (above the fold), or when it comes near. */
export type LoadPriority = 'first' | 'early' | 'late';

interface CoverProps {
  post: Pick<Card, '_id' | 'blogTitle' | 'blogImage' | 'blogImageAlt' | 'blogImageMeta'>;
  /** How wide the picture is on the screen, as for `sizes` of an `img`. */
  sizes: string;
  className: string;
  /** When it is loaded. */
  loadPriority?: LoadPriority;
  /** Beside a headline that links to the story, the picture says nothing more. */
  isDecoration?: boolean;
}

/** The picture of a story in the width that the screen needs; without one a drawn scene, always the same. */
export function Cover({ post, sizes, className, loadPriority = 'late', isDecoration = false }: CoverProps) {
  const { blogImage, blogImageAlt, blogImageMeta } = post;
  const [failedUrl, setFailedUrl] = useState('');
  const [loadedUrl, setLoadedUrl] = useState('');
  const hasPicture = blogImage !== '' && failedUrl !== blogImage;
  const isLoaded = loadedUrl === blogImage;
  const thumbhash = hasPicture && !isLoaded ? blogImageMeta?.thumbhash : undefined;
  const placeholder = usePlaceholder(thumbhash);
  const loading = loadPriority === 'late' ? ('lazy' as const) : ('eager' as const);
  if (!hasPicture) {
    return (
      <img
        src={sceneFor(post._id)}
        alt=""
        width={1200}
        height={800}
        loading={loading}
        className={className}
      />
    );
  }
  return (
    <img
      src={pictureUrl(blogImage, 960)}
      srcSet={pictureSrcSet(blogImage)}
      sizes={sizes}
      alt={isDecoration ? '' : blogImageAlt || `Picture of the story “${post.blogTitle}”`}
      width={blogImageMeta?.width ?? 1200}
      height={blogImageMeta?.height ?? 800}
      loading={loading}
      {...(loadPriority === 'first' && { fetchPriority: 'high' as const })}
      decoding="async"
      className={className}
      style={placeholderStyle(thumbhash, placeholder)}
      // A transparent picture must not show its placeholder through.
      onLoad={() => setLoadedUrl(blogImage)}
      // A picture that cannot be had is replaced by the scene.
      onError={() => setFailedUrl(blogImage)}
    />
  );
}

/** First the average colour, at once; then the blurred picture. */
function placeholderStyle(
  thumbhash: string | undefined,
  placeholder: string | undefined,
): CSSProperties | undefined {
  const backgroundColor = thumbhash === undefined ? undefined : averageColor(thumbhash);
  if (backgroundColor === undefined) return undefined;
  return {
    backgroundColor,
    ...(placeholder !== undefined && { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' }),
  };
}
