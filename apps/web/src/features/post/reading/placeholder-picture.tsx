import type { Card } from '@safarnama/contracts';
import { type CSSProperties, useState } from 'react';
import { averageColor, pictureSrcSet, pictureUrl } from '../../../lib/pictures.ts';
import { usePlaceholder } from './use-placeholder.ts';

/** `high`: the picture at the top of the page; `eager`: others above the fold; `lazy`: when scrolled near. */
export type LoadPriority = 'high' | 'eager' | 'lazy';

interface PlaceholderPictureProps {
  url: string;
  alt: string;
  /** Null when its size is unknown. */
  meta: Card['blogImageMeta'];
  /** Displayed width, as in the `sizes` attribute of an `img`. */
  sizes: string;
  className: string;
  loadPriority?: LoadPriority;
  onFailed: () => void;
}

/** A stored picture at the width that the screen needs, with its blurred preview while it loads. */
export function PlaceholderPicture({
  url,
  alt,
  meta,
  sizes,
  className,
  loadPriority = 'lazy',
  onFailed,
}: PlaceholderPictureProps) {
  const [loadedUrl, setLoadedUrl] = useState('');
  const thumbhash = loadedUrl === url ? undefined : meta?.thumbhash;
  const placeholder = usePlaceholder(thumbhash);
  return (
    <img
      src={pictureUrl(url, 960)}
      srcSet={pictureSrcSet(url)}
      sizes={sizes}
      alt={alt}
      width={meta?.width ?? 1200}
      height={meta?.height ?? 800}
      loading={loadPriority === 'lazy' ? 'lazy' : 'eager'}
      {...(loadPriority === 'high' && { fetchPriority: 'high' as const })}
      decoding="async"
      className={className}
      style={placeholderStyle(thumbhash, placeholder)}
      // Removes the placeholder, which would show through a transparent picture.
      onLoad={() => setLoadedUrl(url)}
      onError={onFailed}
    />
  );
}

/** Style with the average color and, once it is decoded, the blurred picture. */
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
