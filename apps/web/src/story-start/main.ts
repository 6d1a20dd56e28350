import { APP_STARTED } from '../lib/app-started.ts';

/*
 * Starts the app on the page of a public story on the guest's first action. Until then, the page needs no script: on a
 * phone, a guest reads the story while nothing else uses the connection and the processor.
 */

/**
 * Events that show that the guest uses the page, in addition to a moved pointer. `scroll` also covers a link to a
 * heading.
 */
const ACTIONS = ['pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;

const { app = '', preload = '' } =
  document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? {};

let starting: Promise<void> | null = null;
let isStarted = false;

/** Loads and starts the app; resolves when it handles events. Can be called again after a failure. */
function start(): Promise<void> {
  starting ??= new Promise<void>((resolve, reject) => {
    window.addEventListener(APP_STARTED, () => resolve(), { once: true });
    for (const href of preload.split(' ')) preloadModule(href);
    import(/* @vite-ignore */ app).catch(reject);
  });
  starting.then(
    () => {
      isStarted = true;
    },
    () => {
      starting = null;
    },
  );
  return starting;
}

function preloadModule(href: string): void {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
  );
}

/** Returns the link or button of a click that the app must handle; null for a click that the browser handles alone. */
function findTarget(event: MouseEvent): HTMLElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button') : null;
  if (!(target instanceof HTMLAnchorElement)) return target;
  const isOfApp = target.origin === window.location.origin && target.target === '' && target.hash === '';
  return isOfApp ? target : null;
}

/** Repeats a click once the app handles it; without the app, a link still leads to its page. */
function repeatClick(event: MouseEvent): void {
  const target = isStarted ? null : findTarget(event);
  if (!target) return;
  event.preventDefault();
  start().then(
    () => target.click(),
    () => target instanceof HTMLAnchorElement && window.location.assign(target.href),
  );
}

function startOnAction(): void {
  start().then(
    () => {
      for (const action of ACTIONS) window.removeEventListener(action, startOnAction, true);
      window.removeEventListener('pointermove', startOnMove, true);
    },
    // The next action loads it again.
    () => undefined,
  );
}

let lastPosition: string | null = null;

/** After a layout change, browsers send a `pointermove` for a resting pointer, so only a second position counts. */
function startOnMove({ screenX, screenY }: PointerEvent): void {
  const position = `${screenX} ${screenY}`;
  if (lastPosition !== null && position !== lastPosition) startOnAction();
  lastPosition = position;
}

window.addEventListener('click', repeatClick, true);
window.addEventListener('pointermove', startOnMove, { capture: true, passive: true });
for (const action of ACTIONS)
  window.addEventListener(action, startOnAction, { capture: true, passive: true });
// After Back, the guest may have signed in; after a reload, the app restores the scroll position.
const [navigation] = performance.getEntriesByType('navigation');
if (!(navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate')) startOnAction();
