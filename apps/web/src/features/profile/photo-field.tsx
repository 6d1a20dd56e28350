import type { User } from '@safarnama/contracts';
import { LIMITS } from '@safarnama/contracts';
import { Camera, CircleAlert } from 'lucide-react';
import { Avatar } from '../../components/avatar.tsx';
import { PictureButton } from '../../components/picture-button.tsx';
import { useFocusLost } from '../../components/use-focus-lost.ts';
import { PROFILE_STRINGS } from './strings.ts';

interface PhotoFieldProps {
  user: User;
  /** A data URL, empty to remove the stored picture, null for no change. */
  picture: string | null;
  /** A new picture is being read, which can take seconds. */
  isReading: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** Preview of the profile picture, with buttons to choose or remove a picture. */
export function PhotoField({ user, picture, isReading, error, onFile, onRemove }: PhotoFieldProps) {
  const displayed = picture ?? user.profilePic;
  const isError = error !== undefined && !isReading;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar user={{ ...user, profilePic: displayed }} size="large" />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap gap-3">
          <PictureButton
            label={PROFILE_STRINGS.form.choosePhoto}
            onFile={onFile}
            className="button button-quiet"
          >
            <Camera aria-hidden className="size-5" />
            {PROFILE_STRINGS.form.choosePhoto}
          </PictureButton>
          {displayed !== '' && <RemoveButton onRemove={onRemove} />}
        </div>
        <p
          className={`mt-2.5 flex items-start gap-1.5 text-sm ${isError ? 'text-danger' : 'text-ink-soft'}`}
          aria-live="polite"
        >
          {isError && <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />}
          <span className="min-w-0">
            {isReading ? PROFILE_STRINGS.form.readingPhoto : (error ?? photoHint(picture, user.profilePic))}
          </span>
        </p>
      </div>
    </div>
  );
}

function RemoveButton({ onRemove }: { onRemove: () => void }) {
  // Without a picture, only the button before it is left.
  const button = useFocusLost<HTMLButtonElement>((element) =>
    element.parentElement?.querySelector('button')?.focus(),
  );
  return (
    <button ref={button} type="button" className="button button-danger" onClick={onRemove}>
      {PROFILE_STRINGS.form.removePhoto}
    </button>
  );
}

function photoHint(picture: string | null, stored: string): string {
  if (picture === null || picture === stored)
    return PROFILE_STRINGS.form.photoLimit({ size: LIMITS.imageBytes / 1_000_000 });
  return picture === '' ? PROFILE_STRINGS.form.saveToRemovePhoto : PROFILE_STRINGS.form.saveToKeepPhoto;
}
