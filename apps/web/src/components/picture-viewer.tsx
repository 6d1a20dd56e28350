import { Maximize2, Minimize2, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatMessageTime } from '../lib/format-date.ts';
import { pictureUrl } from '../lib/pictures.ts';

const ZOOM_IN = 'Actual size';
const ZOOM_OUT = 'Fit to screen';

export interface Picture {
  image: string;
  /** Names the sender of a message, or describes the picture of a story. Also shown as the caption. */
  alt: string;
  /** When the message with the picture was sent. */
  createdAt?: string;
}

/** A full-window dialog with one picture, fitted to the window or at actual size. Closing it restores the focus. */
export function PictureViewer({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const [isZoomed, setIsZoomed] = useState(false);

  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    closeButton.current?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Tab') trapFocus(event, dialog.current);
  };
  const ZoomIcon = isZoomed ? Minimize2 : Maximize2;
  return (
    <dialog
      ref={dialog}
      aria-label="Picture"
      // Handles close requests of the browser, such as the Back button of a phone.
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={handleKeyDown}
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col bg-paper text-ink open:flex backdrop:bg-ink"
    >
      <div className="flex items-center gap-2 border-line border-b px-4 py-2">
        <p className="min-w-0 flex-1 leading-tight">
          <span className="line-clamp-2 font-display font-semibold text-lg">{picture.alt}</span>
          {picture.createdAt !== undefined && (
            <time dateTime={picture.createdAt} className="text-ink-soft text-xs">
              {formatMessageTime(picture.createdAt)}
            </time>
          )}
        </p>
        <button
          type="button"
          className="button-icon"
          aria-label={isZoomed ? ZOOM_OUT : ZOOM_IN}
          onClick={() => setIsZoomed(!isZoomed)}
        >
          <ZoomIcon aria-hidden className="size-5" />
        </button>
        <button
          ref={closeButton}
          type="button"
          className="button-icon"
          aria-label="Close picture"
          onClick={onClose}
        >
          <X aria-hidden className="size-6" />
        </button>
      </div>
      {isZoomed ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section aria-label={ZOOM_IN} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
          <img
            src={pictureUrl(picture.image, 1600)}
            alt={picture.alt}
            className="mx-auto block h-auto max-w-none"
          />
        </section>
      ) : (
        <div className="grid min-h-0 flex-1 place-items-center p-4">
          <img
            src={pictureUrl(picture.image, 1600)}
            alt={picture.alt}
            className="max-h-full min-h-0 max-w-full rounded-sm object-contain shadow-card"
          />
        </div>
      )}
    </dialog>
  );
}

/** Keeps the focus within the dialog: by default, Tab would move it to the browser's toolbar. */
function trapFocus(event: KeyboardEvent, dialog: HTMLElement | null): void {
  const focusable = [...(dialog?.querySelectorAll<HTMLElement>('button, [tabindex="0"]') ?? [])];
  const [first, last] = [focusable[0], focusable.at(-1)];
  const isAtEdge = document.activeElement === (event.shiftKey ? first : last);
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
