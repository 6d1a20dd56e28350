import { LIMITS } from '@safarnama/contracts';
import { type FormEvent, useState } from 'react';
import { ModalDialog } from '../../../components/modal-dialog.tsx';
import { charactersLeft } from '../text-limit.ts';
import { CountedField } from './counted-field.tsx';
import type { Figure } from './figure.ts';
import { PICTURE_STRINGS } from './picture-strings.ts';

interface PictureTextDialogProps {
  figure: Figure;
  /** URL of the picture as the editor shows it. */
  shownUrl: string;
  onSave: (texts: Pick<Figure, 'alt' | 'caption'>) => void;
  onClose: () => void;
}

/** Asks for the description and the caption of a picture; both may stay empty. */
export function PictureTextDialog({ figure, shownUrl, onSave, onClose }: PictureTextDialogProps) {
  const [alt, setAlt] = useState(figure.alt);
  const [caption, setCaption] = useState(figure.caption);
  const isAltTooLong = charactersLeft(alt, LIMITS.imageAlt) < 0;
  const isCaptionTooLong = charactersLeft(caption, LIMITS.imageCaption) < 0;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The event would bubble through the React tree to the form of the story.
    event.stopPropagation();
    if (!isAltTooLong && !isCaptionTooLong) onSave({ alt: alt.trim(), caption: caption.trim() });
  };
  return (
    <ModalDialog title={PICTURE_STRINGS.tools.text} onClose={onClose} className="max-w-md">
      <form onSubmit={handleSubmit} noValidate className="mt-4 grid gap-4">
        <img src={shownUrl} alt="" className="max-h-48 w-full rounded-control bg-paper-sunk object-contain" />
        <CountedField
          label="Description"
          hint="For readers who can't see the picture: say in a sentence what it shows."
          max={LIMITS.imageAlt}
          error={isAltTooLong ? PICTURE_STRINGS.altTooLong : undefined}
          dir="auto"
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <CountedField
          label="Caption"
          hint="Shown below the picture. Optional."
          max={LIMITS.imageCaption}
          error={isCaptionTooLong ? PICTURE_STRINGS.captionTooLong : undefined}
          dir="auto"
          value={caption}
          onChange={(event) => setCaption(event.target.value)}
        />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary">
            Save
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
