import { describe, expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('describeBrowser', () => {
  it.each([
    ['Firefox on Android', 'phone', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
    [
      'Chrome on Android',
      'phone',
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Chrome on Windows',
      'computer',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36`,
    ],
    [
      'Microsoft Edge on Windows',
      'computer',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    ],
    [
      'Firefox on Linux',
      'computer',
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ],
    [
      'Safari on macOS',
      'computer',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    ],
    [
      'Safari on iPhone',
      'phone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Safari on iPad',
      'tablet',
      `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Chrome on ChromeOS',
      'computer',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/142.0.0.0 Safari/537.36`,
    ],
    [
      'Samsung Internet on Android',
      'phone',
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ],
    ['Unknown browser', 'unknown', ''],
    ['Unknown browser', 'unknown', '  '],
    ['Unknown browser', 'unknown', '<b>ভ্রমণ</b> 🧭'],
    ['Unknown browser', 'unknown', 'node'],
    ['Unknown browser', 'unknown', 'Your own phone/1.0'],
    ['Unknown browser on Linux', 'computer', 'Trust me (X11; Linux x86_64) It is you/2.0'],
  ])('returns %s (%s) for %j', (name, kind, userAgent) => {
    expect(describeBrowser(userAgent)).toEqual({ name, kind });
  });
});
