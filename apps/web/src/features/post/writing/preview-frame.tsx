import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

/** Of the frame, on both sides together. */
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

/** Shows its children as on a screen of the given width: in a frame with the styles of the page, whose media queries apply to the frame. */
export function PreviewFrame({ title, width, onClose, children }: PreviewFrameProps) {
  const space = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [body, setBody] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = space.current;
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
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / (width + BORDERS_PX));

  return (
    <div ref={space} className="relative min-h-0 flex-1 overflow-hidden">
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
          // biome-ignore lint/a11y/noStaticElementInteractions: only links are handled, which have keys of their own.
          <div
            className="pb-10"
            onClickCapture={handleClick}
            onKeyDown={(event: KeyboardEvent) => {
              // The browser closes a dialog only when the key is pressed outside of frames.
              if (event.key === 'Escape') onClose();
            }}
          >
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
      const isLoaded = new Promise<unknown>((resolve) => {
        if (copy.localName !== 'link') resolve(null);
        copy.addEventListener('load', resolve);
        copy.addEventListener('error', resolve);
      });
      target.head.append(copy);
      return isLoaded;
    }),
  );
}

/** A link would open in the frame, or leave the form: only those to a heading of the story do something. */
function handleClick(event: MouseEvent): void {
  // Elements of the frame are instances of its own classes.
  const link = (event.target as Element).closest('a');
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  const id = decodeURIComponent(new URL(link.href).hash.slice(1));
  if (id !== '') link.ownerDocument.getElementById(id)?.scrollIntoView();
}
