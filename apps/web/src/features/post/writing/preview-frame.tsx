import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { decodeAnchor } from '../reading/use-scroll-to-anchor.ts';

/** Combined width of the left and right borders of the frame. */
const BORDERS_PX = 2;

interface PreviewFrameProps {
  title: string;
  /** Width of the previewed screen in px; scaled down where there is less space. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** With a doctype, so that it is laid out in standards mode like the page. */
const EMPTY_PAGE = '<!doctype html><html><head></head><body></body></html>';

/**
 * Renders its children in a frame of the given width with the styles of the page, so that media queries apply to that
 * width.
 */
export function PreviewFrame({ title, width, onClose, children }: PreviewFrameProps) {
  const container = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [body, setBody] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!body) return;
    const copy = () => copyAttributes(body.ownerDocument);
    // The theme may change while the preview is open.
    const observer = new MutationObserver(copy);
    observer.observe(document.documentElement, { attributes: true });
    copy();
    return () => observer.disconnect();
  }, [body]);
  useEffect(() => {
    if (!body) return;
    // The browser closes a dialog only when Escape is pressed outside frames.
    const handleKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    body.ownerDocument.addEventListener('keydown', handleKeyDown);
    return () => body.ownerDocument.removeEventListener('keydown', handleKeyDown);
  }, [body, onClose]);
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / (width + BORDERS_PX));

  return (
    <div ref={container} className="relative min-h-0 flex-1 overflow-hidden">
      <iframe
        title={title}
        srcDoc={EMPTY_PAGE}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (contentDocument)
            void copyStyleSheets(contentDocument).then(() => setBody(contentDocument.body));
        }}
        className="absolute top-0 box-content rounded-control border border-line-strong bg-paper"
        style={{
          width,
          height: size.height === 0 ? '100%' : size.height / scale - BORDERS_PX,
          insetInlineStart: Math.max(0, (size.width - width - BORDERS_PX) / 2),
          transform: `scale(${scale})`,
          transformOrigin: document.dir === 'rtl' ? 'top right' : 'top left',
        }}
      />
      {body &&
        createPortal(
          <div className="pb-10" onClickCapture={handleClick}>
            {children}
          </div>,
          body,
        )}
    </div>
  );
}

/** Copies the theme and the language of the page. */
function copyAttributes({ documentElement: target }: Document): void {
  for (const { name, value } of document.documentElement.attributes) target.setAttribute(name, value);
}

async function copyStyleSheets(target: Document): Promise<void> {
  const sheets = document.querySelectorAll('link[rel="stylesheet"], style');
  await Promise.all(
    [...sheets].map((sheet) => {
      const copy = target.importNode(sheet, true);
      const loaded = new Promise<unknown>((resolve) => {
        if (copy.localName !== 'link') resolve(null);
        copy.addEventListener('load', resolve);
        copy.addEventListener('error', resolve);
      });
      target.head.append(copy);
      return loaded;
    }),
  );
}

/**
 * Ignores all links except those to headings of the story, because other links would navigate the frame or leave the
 * form.
 */
function handleClick(event: MouseEvent): void {
  // A cast, because `instanceof Element` is false for elements of another document.
  const link = (event.target as Element).closest('a');
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  const [page, anchor = ''] = link.href.split('#');
  if (page === window.location.href.split('#')[0])
    link.ownerDocument.getElementById(decodeAnchor(anchor))?.scrollIntoView();
}
