import { useFailedPicture } from '../../../components/use-failed-picture.ts';
import { guessLanguage } from '../../../lib/text.ts';
import type { StoryFigure } from '../story-pictures.ts';
import { ARTICLE_STRINGS } from './article-strings.ts';
import { PictureFrame } from './picture-frame.tsx';
import { type LoadPriority, PlaceholderPicture } from './placeholder-picture.tsx';

interface StoryPictureProps {
  figure: StoryFigure;
  loadPriority: LoadPriority;
  onEnlarge: (() => void) | undefined;
}

/** A picture in the text of a story, with its caption. */
export function StoryPicture({ figure, loadPriority, onEnlarge }: StoryPictureProps) {
  const { url, alt, caption, width } = figure;
  const [hasFailed, handleFailed] = useFailedPicture(url);
  const description = alt || caption;
  return (
    <figure className="story-picture">
      <PictureFrame
        size={figure}
        label={description === '' ? ARTICLE_STRINGS.enlarge : ARTICLE_STRINGS.enlargePicture({ description })}
        onEnlarge={hasFailed ? undefined : onEnlarge}
        maxWidth={`${width}px`}
      >
        {hasFailed ? (
          <p className="wrap-anywhere grid size-full place-content-center overflow-auto bg-paper-sunk p-4 text-center text-ink-soft text-sm forced-colors:border">
            {ARTICLE_STRINGS.pictureFailed} {alt}
          </p>
        ) : (
          <PlaceholderPicture
            url={url}
            alt={alt}
            meta={figure}
            sizes="(width >= 48rem) 39.5rem, 100vw"
            className="size-full bg-paper-sunk object-cover"
            loadPriority={loadPriority}
            onFailed={handleFailed}
          />
        )}
      </PictureFrame>
      {caption !== '' && (
        <figcaption className="wrap-anywhere" dir="auto" lang={guessLanguage(caption)}>
          {caption}
        </figcaption>
      )}
    </figure>
  );
}
