import type { Card } from '@safarnama/contracts';
import { type CSSProperties, useState } from 'react';
import { landscapeSceneUrl } from '../../../components/scenes.ts';
import { averageColor, pictureSrcSet, pictureUrl } from '../../../lib/pictures.ts';
import { usePlaceholder } from './use-placeholder.ts';

/** `high`: the picture at the top of the page; `eager`: others above the fold; `lazy`: when scrolled near. */
export type LoadPriority = 'high' | 'eager' | 'lazy';

interface CoverProps {
  post: Pick<Card, 'blogTitle' | 'blogImage' | 'blogImageAlt' | 'blogImageMeta' | 'landscape'>;
  /** Displayed width, as in the `sizes` attribute of an `img`. */
  sizes: string;
  className: string;
  loadPriority?: LoadPriority;
  /** Hides the picture from assistive technology, where a heading beside it names the story. */
  isDecoration?: boolean;
  /** Called when the picture cannot be loaded and a scene takes its place. */
  onFailed?: () => void;
}

/** The picture of a story in the width that the screen needs. Without one, a drawn scene of its landscape. */
export function Cover({
  post,
  sizes,
  className,
  loadPriority = 'lazy',
  isDecoration = false,
  onFailed,
}: CoverProps) {
  const { blogImage, blogImageMeta } = post;
  const [failedUrl, setFailedUrl] = useState('');
  const [loadedUrl, setLoadedUrl] = useState('');
  const hasPicture = blogImage !== '' && failedUrl !== blogImage;
  const isLoaded = loadedUrl === blogImage;
  const thumbhash = hasPicture && !isLoaded ? blogImageMeta?.thumbhash : undefined;
  const placeholder = usePlaceholder(thumbhash);
  const loading = loadPriority === 'lazy' ? 'lazy' : 'eager';
  if (!hasPicture) {
    return (
      <img
        src={landscapeSceneUrl(post.landscape)}
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
      alt={isDecoration ? '' : coverDescription(post)}
      width={blogImageMeta?.width ?? 1200}
      height={blogImageMeta?.height ?? 800}
      loading={loading}
      {...(loadPriority === 'high' && { fetchPriority: 'high' as const })}
      decoding="async"
      className={className}
      style={placeholderStyle(thumbhash, placeholder)}
      // Removes the placeholder, which would show through a transparent picture.
      onLoad={() => setLoadedUrl(blogImage)}
      // Falls back to the scene.
      onError={() => {
        setFailedUrl(blogImage);
        onFailed?.();
      }}
    />
  );
}

/** Alternative text of the picture: the author's description, or else the title of the story. */
export function coverDescription({ blogTitle, blogImageAlt }: Pick<Card, 'blogTitle' | 'blogImageAlt'>) {
  return blogImageAlt || `Picture of the story “${blogTitle}”`;
}

/** The average color at first; then also the blurred picture, once it is decoded. */
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
