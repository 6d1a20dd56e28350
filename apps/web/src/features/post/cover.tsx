import type { Card } from '@safarnama/contracts';
import { sceneFor } from '../../components/scenes.ts';
import { averageColor, pictureSrcSet, pictureUrl } from '../../lib/pictures.ts';

interface CoverProps {
  post: Pick<Card, '_id' | 'blogImage' | 'blogImageAlt' | 'blogImageMeta'>;
  /** How wide the picture is on the screen, as for `sizes` of an `img`. */
  sizes: string;
  className: string;
  /** Above the fold: load it now. */
  isEager?: boolean;
  /** Beside a headline that links to the story, the picture says nothing more. */
  isDecoration?: boolean;
}

/** The picture of a story in the width that the screen needs; without one a drawn scene, always the same. */
export function Cover({ post, sizes, className, isEager = false, isDecoration = false }: CoverProps) {
  const { blogImage, blogImageAlt, blogImageMeta } = post;
  const loading = isEager ? 'eager' : 'lazy';
  if (blogImage === '') {
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
  const placeholder = blogImageMeta ? averageColor(blogImageMeta.thumbhash) : undefined;
  return (
    <img
      src={pictureUrl(blogImage, 960)}
      srcSet={pictureSrcSet(blogImage)}
      sizes={sizes}
      alt={isDecoration ? '' : blogImageAlt}
      width={blogImageMeta?.width ?? 1200}
      height={blogImageMeta?.height ?? 800}
      loading={loading}
      decoding="async"
      className={className}
      style={placeholder === undefined ? undefined : { backgroundColor: placeholder }}
      onError={(event) => {
        // A picture that cannot be had is replaced by the scene, once.
        const image = event.currentTarget;
        image.onerror = null;
        image.srcset = '';
        image.src = sceneFor(post._id);
      }}
    />
  );
}
