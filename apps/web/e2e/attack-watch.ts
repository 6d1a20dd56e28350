import type { BrowserContext, Page } from '@playwright/test';
import { BEACON_HOST } from '@safarnama/attacks';

/** What ran, asked, or came into the document that must not be there. */
export interface AttackWatch {
  /** One line for each, with the address of the page. */
  faults: string[];
}

/**
 * Watches a browser from its next page on: dialogs, `window.__xss`, requests to the tell-tale host, breaches of the
 * content security policy, and each element and attribute that comes into a document, however short it stays.
 */
export async function watchForAttacks(context: BrowserContext): Promise<AttackWatch> {
  const faults: string[] = [];
  const report = (page: Page | null, finding: string) =>
    faults.push(`${finding} at ${page?.url() ?? 'a frame'}`);
  context.on('dialog', async (dialog) => {
    // The editor's own, when what was typed would be lost.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    report(dialog.page(), `${dialog.type()} "${dialog.message()}"`);
    await dialog.dismiss();
  });
  // Never asked for real; `request` comes for what is aborted, too.
  await context.route(
    (url) => url.hostname === BEACON_HOST,
    (route) => route.abort(),
  );
  context.on('request', (request) => {
    if (new URL(request.url()).hostname === BEACON_HOST) report(null, `a request of ${request.url()}`);
  });
  await context.exposeBinding('tellXss', ({ page }, finding: string) => report(page, finding));
  await context.addInitScript(installDetectors);
  return { faults };
}

/** Runs in each document before anything of its own; leaves `touchAll(selector)`, which presses all that matches. */
function installDetectors(): void {
  const report: (finding: string) => void = Reflect.get(window, 'tellXss');
  Object.defineProperty(window, '__xss', { get: () => undefined, set: () => report('__xss was set') });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    report(`${effectiveDirective} held back ${blockedURI} ${sample}`),
  );

  const FORBIDDEN_TAGS =
    'iframe frame frameset object embed applet base portal fencedframe marquee bgsound math foreignobject animate set ' +
    'handler image use audio video source track picture map area keygen isindex layer listing xmp plaintext template ' +
    'slot noembed noframes table font center';
  const forbiddenTags = new Set(FORBIDDEN_TAGS.split(' '));
  const urls = new Set(
    'href src action formaction xlink:href data poster background cite ping srcdoc'.split(' '),
  );
  const inStory = new Set('p br strong em u s a ul ol li h2 h3 blockquote span'.split(' '));
  const inStoryAttributes = new Set('href rel target dir lang start id tabindex'.split(' '));

  const checkAddress = (name: string, value: string) => {
    // The way a browser would take it.
    const { protocol, hostname } = URL.canParse(value, location.href)
      ? new URL(value, location.href)
      : { protocol: '', hostname: '' };
    if (/^(?:https?|mailto|blob):$/.test(protocol) || protocol === '' || /^data:image\/(?!svg)/.test(value)) {
      return hostname === 'tell.example' && name !== 'href' ? `${name}=${value}` : null;
    }
    return `${name}=${value}`;
  };
  const check = (element: Element) => {
    const { localName } = element;
    // The web's own editor and its pictures of lucide know none of these.
    if (forbiddenTags.has(localName)) report(`<${localName}>`);
    if (
      localName === 'script' &&
      new URL((element as HTMLScriptElement).src, location.href).origin !== origin
    )
      report('<script> of another place');
    if (localName === 'script' && !element.hasAttribute('src')) report('<script> without an address');
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc')
        report(`<${localName} ${name}="${value.slice(0, 80)}">`);
      const address = urls.has(name) ? checkAddress(name, value) : null;
      if (address !== null) report(`<${localName} ${address.slice(0, 100)}>`);
      // Ours are the faces that stand for pictures on their way.
      if (name === 'style' && /url\((?!"data:image\/png)|expression|javascript/i.test(value)) {
        report(`style="${value.slice(0, 80)}"`);
      }
    }
    if (element.closest('.story-page .story, .ql-editor') && !element.matches('.story, .ql-editor'))
      checkInStory(element);
  };
  const checkInStory = (element: Element) => {
    const isEditor = element.closest('.ql-editor') !== null;
    if (!inStory.has(element.localName)) report(`<${element.localName}> in a story`);
    for (const { name } of element.attributes) {
      const isQuills = isEditor && ['class', 'contenteditable', 'data-list', 'data-row'].includes(name);
      if (!inStoryAttributes.has(name) && !isQuills) report(`<${element.localName} ${name}> in a story`);
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
  // Links to other places are let go no further, after all that listens; any other address a browser would follow.
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!event.isTrusted && link && /^(?:https?|mailto):$/.test(link.protocol)) event.preventDefault();
  });
  const touchAll = (selector: string) => {
    for (const element of document.querySelectorAll(selector)) {
      for (const name of events.split(' ')) {
        const init = { bubbles: name !== 'load' && name !== 'error', cancelable: true };
        element.dispatchEvent(name === 'click' ? new MouseEvent(name, init) : new Event(name, init));
      }
    }
  };
  Reflect.set(window, 'touchAll', touchAll);
}
