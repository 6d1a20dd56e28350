import Bowser from 'bowser';
import { SESSION_STRINGS } from './session-strings.ts';

export interface BrowserDescription {
  /** For example 'Firefox on Android' or 'Unknown browser'. */
  name: string;
  kind: 'phone' | 'tablet' | 'computer' | 'unknown';
}

/**
 * Browsers that Bowser recognises. For others, it returns any text before a slash, so an attacker who signs in could
 * choose the name that the user sees.
 */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const DEVICE_KINDS = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' } as const;
/** Shorter, more common names, keyed by Bowser's names. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Chrome OS': 'ChromeOS',
  'Samsung Internet for Android': 'Samsung Internet',
};

/** Describes a `User-Agent` header in words. Unrecognised parts are never shown verbatim. */
export function describeBrowser(userAgent: string): BrowserDescription {
  if (userAgent.trim() === '') return { name: SESSION_STRINGS.unknownBrowser, kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const isKnown = browser.name !== undefined && BROWSERS.has(browser.name);
  const name = isKnown ? shortName(browser.name) : SESSION_STRINGS.unknownBrowser;
  // iPhone and iPad are more specific than iOS.
  const device = platform.vendor === 'Apple' && platform.model ? platform.model : shortName(os.name);
  const type = os.name === 'Chrome OS' ? 'desktop' : platform.type;
  return {
    name: device === '' ? name : SESSION_STRINGS.browserOn({ browser: name, device }),
    kind: Object.entries(DEVICE_KINDS).find(([key]) => key === type)?.[1] ?? 'unknown',
  };
}

const shortName = (name = '') => SHORT_NAMES[name] ?? name;
