import type { LanguageFailure } from './language-failure.ts';

/** Shows the failure in a toast. Its script is lazy, because it is rarely needed; without it nothing is shown. */
export async function toastLanguageFailure(failure: LanguageFailure): Promise<void> {
  const script = await import('./language-failure.ts').catch(() => null);
  script?.showLanguageFailure(failure);
}
