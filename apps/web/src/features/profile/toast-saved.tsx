import toast from 'react-hot-toast';
import { PROFILE_STRINGS } from './strings.ts';

/** Two sentences take longer to read than the usual success. */
const TWO_SENTENCES_MS = 4_000;

/** Shows that the profile is saved, and what a new password has changed. */
export function toastSaved(isPasswordChanged: boolean): void {
  if (!isPasswordChanged) {
    toast.success(PROFILE_STRINGS.updated);
    return;
  }
  toast.success(
    <div>
      <p>{PROFILE_STRINGS.updated}</p>
      <p>{PROFILE_STRINGS.passwordChanged}</p>
    </div>,
    { duration: TWO_SENTENCES_MS },
  );
}
