import { LIMITS } from '@safarnama/contracts';
import { ImagePlus } from 'lucide-react';
import { ImageInput } from '../../components/image-input.tsx';
import { TextField } from '../../components/text-field.tsx';
import { pictureUrl } from '../../lib/pictures.ts';

interface PictureFieldProps {
  /** A data URL, a stored address, or empty. */
  image: string;
  alt: string;
  onImage: (image: string) => void;
  onAlt: (alt: string) => void;
}

/** The picture of a story: pick or drop, look at it, describe it, take it away. */
export function PictureField({ image, alt, onImage, onAlt }: PictureFieldProps) {
  if (image === '') {
    return (
      <ImageInput
        label="Add a picture"
        onPick={onImage}
        className="flex min-h-36 w-full flex-col items-center justify-center gap-1 rounded-control border border-line-strong border-dashed bg-paper-raised p-6 text-ink-soft hover:border-indigo hover:text-indigo"
      >
        <ImagePlus aria-hidden className="size-7" />
        <span className="font-semibold">Add a picture</span>
        <span className="text-sm">or drop it here, up to {LIMITS.imageBytes / 1_000_000} MB</span>
      </ImageInput>
    );
  }
  return (
    <div className="grid gap-4">
      <img
        src={pictureUrl(image, 960)}
        alt={alt === '' ? 'Preview' : alt}
        className="max-h-96 w-full rounded-control bg-paper-sunk object-contain"
      />
      <div className="flex flex-wrap gap-3">
        <ImageInput label="Replace picture" onPick={onImage} className="button button-quiet" />
        <button
          type="button"
          className="button button-danger"
          onClick={() => {
            onImage('');
            onAlt('');
          }}
        >
          Remove picture
        </button>
      </div>
      <TextField
        label="What the picture shows"
        hint="For those who cannot see it."
        maxLength={LIMITS.imageAlt}
        value={alt}
        onChange={(event) => onAlt(event.target.value)}
      />
    </div>
  );
}
