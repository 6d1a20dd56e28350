/** The draft that a form of this tab was showing when the page was reloaded or the session ended. */
interface ResumeMarker {
  userId: string;
  /** The id of the edited story, or `new`. */
  formKey: string;
  draftKey: string;
}

const KEY = 'safarnama-story';

/** @returns false when the browser cannot store it. */
export function saveResumeMarker(marker: ResumeMarker): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(marker));
    return true;
  } catch {
    return false;
  }
}

/** Returns the key of the draft that this form was showing; null when there is none. */
export function readResumeMarker(userId: string, formKey: string): string | null {
  try {
    // Only `saveResumeMarker` writes this key.
    const marker = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ResumeMarker | null;
    return marker?.userId === userId && marker.formKey === formKey ? marker.draftKey : null;
  } catch {
    return null;
  }
}

export function clearResumeMarker(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without sessionStorage nothing was saved.
  }
}
