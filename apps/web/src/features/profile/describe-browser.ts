import Bowser from 'bowser';

export interface BrowserDescription {
  /** 'Firefox on Android', or a sentence about what is not known. */
  name: string;
  kind: 'phone' | 'tablet' | 'computer' | 'unknown';
}

/**
 * What the library knows. From anything else it takes whatever stands in front of a slash, and a stranger's sign-in
 * could call itself as it likes.
 */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const DEVICE_KINDS = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' } as const;
const UNKNOWN = 'Unknown browser';
/** Names as people say them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Chrome OS': 'ChromeOS',
  'Samsung Internet for Android': 'Samsung Internet',
};

/** A browser as it names itself, in words. What cannot be read is said to be unknown, never shown as it came. */
export function describeBrowser(userAgent: string): BrowserDescription {
  if (userAgent.trim() === '') return { name: UNKNOWN, kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const isKnown = browser.name !== undefined && BROWSERS.has(browser.name);
  const name = isKnown ? shortName(browser.name) : UNKNOWN;
  // iPhone and iPad say more than iOS.
  const device = platform.vendor === 'Apple' && platform.model ? platform.model : shortName(os.name);
  const type = os.name === 'Chrome OS' ? 'desktop' : platform.type;
  return {
    name: device === '' ? name : `${name} on ${device}`,
    kind: Object.entries(DEVICE_KINDS).find(([key]) => key === type)?.[1] ?? 'unknown',
  };
}

const shortName = (name = '') => SHORT_NAMES[name] ?? name;
