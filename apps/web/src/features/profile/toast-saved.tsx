import { toast } from '../../components/toast.ts';
import { PROFILE_STRINGS } from './strings.ts';

/** Shows a toast that the profile is saved and, after a password change, that other devices were signed out. */
export function toastSaved(isPasswordChanged: boolean): void {
  if (!isPasswordChanged) {
    toast.success(PROFILE_STRINGS.form.updated);
    return;
  }
  toast.success(
    <div>
      <p>{PROFILE_STRINGS.form.updated}</p>
      <p>{PROFILE_STRINGS.form.passwordChanged}</p>
    </div>,
  );
}
