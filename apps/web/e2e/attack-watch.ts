import type { BrowserContext, Page } from '@playwright/test';
import { BEACON_HOST } from '@safarnama/attacks';

interface AttackWatch {
  /** One line per finding, with the URL of the page. */
  findings: string[];
}

/**
 * Watches the pages that a browser context opens from now on for executed attacks: dialogs, `window.__xss`, requests to
 * BEACON_HOST, violations of the content security policy, and forbidden elements and attributes in a document, however
 * briefly they exist.
 */
export async function watchForAttacks(context: BrowserContext): Promise<AttackWatch> {
  const findings: string[] = [];
  const report = (page: Page | null, finding: string) =>
    findings.push(`${finding} at ${page?.url() ?? 'unknown page'}`);
  context.on('dialog', async (dialog) => {
    // The editor's own prompt about unsaved changes.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    report(dialog.page(), `${dialog.type()} "${dialog.message()}"`);
    await dialog.dismiss();
  });
  // Aborted requests still fire `request`, which reports them.
  await context.route(
    (url) => url.hostname === BEACON_HOST,
    (route) => route.abort(),
  );
  context.on('request', (request) => {
    if (new URL(request.url()).hostname === BEACON_HOST) report(null, `a request to ${request.url()}`);
  });
  await context.exposeBinding('reportXss', ({ page }, finding: string) => report(page, finding));
  await context.addInitScript(installDetectors, BEACON_HOST);
  return { findings };
}

/** Runs in each document before its own scripts. Defines `fireEvents(selector)`, which fires events on all matches. */
function installDetectors(beaconHost: string): void {
  const report: (finding: string) => void = Reflect.get(window, 'reportXss');
  Object.defineProperty(window, '__xss', { get: () => undefined, set: () => report('__xss was set') });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    report(`${effectiveDirective} blocked ${blockedURI} ${sample}`),
  );

  const FORBIDDEN_TAGS =
    'iframe frame frameset object embed applet base portal fencedframe marquee bgsound math foreignobject animate set ' +
    'handler image use audio video source track picture map area keygen isindex layer listing xmp plaintext template ' +
    'slot noembed noframes table font center';
  const forbiddenTags = new Set(FORBIDDEN_TAGS.split(' '));
  const urlAttributes = new Set(
    'href src action formaction xlink:href data poster background cite ping srcdoc'.split(' '),
  );
  const storyTags = new Set('p br strong em u s a ul ol li h2 h3 blockquote span'.split(' '));
  const storyAttributes = new Set('href rel target dir lang start id tabindex'.split(' '));
  /**
   * Attributes that each element of a picture in the editor may have. The content of its panel is not checked: it is
   * the product's own UI.
   */
  const pictureElements: Record<string, string> = {
    'figure.editor-picture': 'class contenteditable tabindex role aria-label aria-description',
    'figure.editor-picture > img': 'src alt width height draggable',
    'figure.editor-picture > figcaption': '',
    'figure.editor-picture > .editor-picture-panel': 'class',
  };
  const pictureSelectors = Object.keys(pictureElements);

  /** Resolves a URL as the browser does. @returns null when it is invalid. */
  const resolveUrl = (value: string) =>
    URL.canParse(value, location.href) ? new URL(value, location.href) : null;
  const describeForbiddenUrl = (name: string, value: string) => {
    const { protocol, hostname, href } = resolveUrl(value) ?? { protocol: '', hostname: '', href: '' };
    if (/^(?:https?|mailto|blob):$/.test(protocol) || protocol === '' || /^data:image\/(?!svg)/i.test(href)) {
      return hostname === beaconHost && name !== 'href' ? `${name}=${value}` : null;
    }
    return `${name}=${value}`;
  };
  const check = (element: Element) => {
    const { localName } = element;
    // The editor and the lucide icons use none of these.
    if (forbiddenTags.has(localName)) report(`<${localName}>`);
    if (localName === 'script' && resolveUrl((element as HTMLScriptElement).src)?.origin !== origin)
      report('<script> from another origin');
    if (localName === 'script' && !element.hasAttribute('src')) report('inline <script>');
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc')
        report(`<${localName} ${name}="${value.slice(0, 80)}">`);
      const forbiddenUrl = urlAttributes.has(name) ? describeForbiddenUrl(name, value) : null;
      if (forbiddenUrl !== null) report(`<${localName} ${forbiddenUrl.slice(0, 100)}>`);
      // A style may load nothing but the PNG placeholder of a loading picture.
      if (name === 'style' && /url\((?!"data:image\/png)|expression|javascript/i.test(value)) {
        report(`style="${value.slice(0, 80)}"`);
      }
    }
    if (element.closest('.story-page .story, .ql-editor') && !element.matches('.story, .ql-editor'))
      checkInStory(element);
  };
  const checkInStory = (element: Element) => {
    const isEditor = element.closest('.ql-editor') !== null;
    if (isEditor && element.parentElement?.closest('figure.editor-picture > .editor-picture-panel')) return;
    const picture = isEditor ? pictureSelectors.find((selector) => element.matches(selector)) : undefined;
    if (picture !== undefined) {
      const allowed = pictureElements[picture]?.split(' ');
      for (const { name } of element.attributes)
        if (!allowed?.includes(name)) report(`<${element.localName} ${name}> in a picture`);
      return;
    }
    if (!storyTags.has(element.localName)) report(`<${element.localName}> in a story`);
    for (const { name } of element.attributes) {
      const isQuillAttribute =
        isEditor && ['class', 'contenteditable', 'data-list', 'data-row'].includes(name);
      if (!storyAttributes.has(name) && !isQuillAttribute)
        report(`<${element.localName} ${name}> in a story`);
    }
    const rel = element.getAttribute('rel');
    if (element.localName === 'a' && !isEditor && rel !== 'noopener nofollow ugc')
      report(`a link with rel=${rel}`);
  };
  const checkAll = (node: Node) => {
    if (!(node instanceof Element)) return;
    check(node);
    for (const element of node.querySelectorAll('*')) check(element);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes' && target instanceof Element) check(target);
      for (const node of addedNodes) checkAll(node);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });

  const events =
    'mouseover mouseenter pointerover pointerenter focus focusin click auxclick contextmenu keydown toggle ' +
    'animationstart transitionend load error beforeinput wheel dragstart';
  // Cancels the navigation of clicked http and mailto links once the event reaches `window`. Links with any other
  // scheme, such as javascript:, are followed.
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!event.isTrusted && link && /^(?:https?|mailto):$/.test(link.protocol)) event.preventDefault();
  });
  const fireEvents = (selector: string) => {
    for (const element of document.querySelectorAll(selector)) {
      for (const name of events.split(' ')) {
        const init = { bubbles: name !== 'load' && name !== 'error', cancelable: true };
        element.dispatchEvent(name === 'click' ? new MouseEvent(name, init) : new Event(name, init));
      }
    }
  };
  Reflect.set(window, 'fireEvents', fireEvents);
}
