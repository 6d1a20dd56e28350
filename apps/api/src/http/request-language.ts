import { DEFAULT_LANGUAGE, LANGUAGE_COOKIE, LANGUAGES, type Language } from '@safarnama/contracts';
import type { Request } from 'express';

/** The language for a request: the one chosen on the device, else the browser's preference, else the default. */
export function detectLanguage(req: Request): Language {
  const chosen: unknown = req.cookies?.[LANGUAGE_COOKIE];
  const accepted = () => req.acceptsLanguages(...LANGUAGES);
  return (
    LANGUAGES.find((language) => language === chosen) ??
    LANGUAGES.find((language) => language === accepted()) ??
    DEFAULT_LANGUAGE
  );
}
