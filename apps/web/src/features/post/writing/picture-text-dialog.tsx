import { LIMITS } from '@safarnama/contracts';
import { type FormEvent, useState } from 'react';
import { ModalDialog } from '../../../components/modal-dialog.tsx';
import { charactersLeft } from '../text-limit.ts';
import { CountedField } from './counted-field.tsx';
import { EDITOR_STRINGS } from './editor-strings.ts';
import type { Figure } from './figure.ts';

const { picture: STRINGS } = EDITOR_STRINGS;

interface PictureTextDialogProps {
  figure: Figure;
  /** URL of the picture as the editor shows it. */
  shownUrl: string;
  onSave: (texts: Pick<Figure, 'alt' | 'caption'>) => void;
  onClose: () => void;
}

/** Dialog for the description and the caption of a picture; both are optional. */
export function PictureTextDialog({ figure, shownUrl, onSave, onClose }: PictureTextDialogProps) {
  const [alt, setAlt] = useState(figure.alt);
  const [caption, setCaption] = useState(figure.caption);
  const isAltTooLong = charactersLeft(alt, LIMITS.imageAlt) < 0;
  const isCaptionTooLong = charactersLeft(caption, LIMITS.imageCaption) < 0;

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The event would bubble through the React tree to the form of the story.
    event.stopPropagation();
    if (!isAltTooLong && !isCaptionTooLong) onSave({ alt: alt.trim(), caption: caption.trim() });
    else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <ModalDialog title={STRINGS.tools.text} onClose={onClose} className="max-w-md">
      <form onSubmit={handleSubmit} noValidate className="mt-4 grid gap-4">
        <img src={shownUrl} alt="" className="max-h-48 w-full rounded-control bg-paper-sunk object-contain" />
        <CountedField
          label={STRINGS.description}
          hint={STRINGS.descriptionHint}
          max={LIMITS.imageAlt}
          error={isAltTooLong ? STRINGS.altTooLong : undefined}
          dir="auto"
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <CountedField
          label={STRINGS.caption}
          hint={STRINGS.captionHint}
          max={LIMITS.imageCaption}
          error={isCaptionTooLong ? STRINGS.captionTooLong : undefined}
          dir="auto"
          value={caption}
          onChange={(event) => setCaption(event.target.value)}
        />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {STRINGS.cancel}
          </button>
          <button type="submit" className="button button-primary">
            {STRINGS.save}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
