import type { User } from '@safarnama/contracts';
import { LIMITS } from '@safarnama/contracts';
import { Camera, CircleAlert } from 'lucide-react';
import { Avatar } from '../../components/avatar.tsx';
import { ImageInput } from '../../components/image-input.tsx';
import { PROFILE_STRINGS } from './strings.ts';

interface PhotoFieldProps {
  user: User;
  /** A data URL, empty to remove the stored picture, null for no change. */
  picture: string | null;
  error: string | undefined;
  onChange: (picture: string | null) => void;
}

/** Preview of the profile picture, with buttons to choose or remove a picture. */
export function PhotoField({ user, picture, error, onChange }: PhotoFieldProps) {
  const displayed = picture ?? user.profilePic;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar user={{ ...user, profilePic: displayed }} size="large" />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap gap-3">
          <ImageInput label={PROFILE_STRINGS.choosePhoto} onPick={onChange} className="button button-quiet">
            <Camera aria-hidden className="size-5" />
            {PROFILE_STRINGS.choosePhoto}
          </ImageInput>
          {displayed !== '' && (
            <button type="button" className="button button-danger" onClick={() => onChange('')}>
              {PROFILE_STRINGS.removePhoto}
            </button>
          )}
        </div>
        <p
          className={`mt-2.5 flex items-start gap-1.5 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
          aria-live="polite"
        >
          {error !== undefined && <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />}
          <span className="min-w-0">{error ?? photoHint(picture, user.profilePic)}</span>
        </p>
      </div>
    </div>
  );
}

function photoHint(picture: string | null, stored: string): string {
  if (picture === null || picture === stored)
    return PROFILE_STRINGS.photoLimit({ size: LIMITS.imageBytes / 1_000_000 });
  return picture === '' ? PROFILE_STRINGS.saveToRemovePhoto : PROFILE_STRINGS.saveToKeepPhoto;
}
