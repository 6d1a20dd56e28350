import { ChevronLeft, ChevronRight, Maximize2, Minimize2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createStrings } from '../i18n/strings.ts';
import { toLeftToRightKey } from '../lib/arrow-key.ts';
import { formatMessageTime } from '../lib/format-date.ts';
import { pictureSrcSet, pictureUrl } from '../lib/pictures.ts';
import { guessLanguage } from '../lib/text.ts';
import { messages } from '../locales/en/picture-viewer.ts';
import { useSwipe } from './use-swipe.ts';

const PICTURE_VIEWER_STRINGS = createStrings('picture-viewer', messages);

export interface Picture {
  image: string;
  /** Names the sender of a message, or describes the picture of a story. Shown where there is no caption. */
  alt: string;
  caption?: string;
  /** When the message with the picture was sent. */
  createdAt?: string;
}

export interface PictureViewerProps {
  /** At least one. */
  pictures: readonly Picture[];
  /** The picture that is shown at first. */
  initialIndex?: number;
  onClose: () => void;
}

/**
 * A full-window dialog with one of several pictures, fitted to the window or at actual size. Buttons, arrow keys,
 * Home, End and swipes lead to the other pictures. Closing it restores the focus.
 */
export function PictureViewer({ pictures, initialIndex = 0, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const [index, setIndex] = useState(initialIndex);
  const [isZoomed, setIsZoomed] = useState(false);
  const picture = pictures[index];

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
  usePreload([pictures[index + 1], pictures[index - 1]]);

  const show = (next: number) => {
    if (next === index || next < 0 || next >= pictures.length) return;
    setIndex(next);
    setIsZoomed(false);
  };
  const swipe = useSwipe((direction) => show(index + direction));
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: pictures.length - 1,
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Tab') trapFocus(event, dialog.current);
    const target = targets[toLeftToRightKey(event.key)];
    // At actual size, these keys scroll the picture; with a modifier key, they belong to the browser.
    const isForBrowser = isZoomed || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (target === undefined || isForBrowser) return;
    event.preventDefault();
    show(target);
  };
  if (!picture) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={pictures.length > 1 ? PICTURE_VIEWER_STRINGS.pictures : PICTURE_VIEWER_STRINGS.picture}
      // Handles close requests of the browser, such as the Back button of a phone.
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={handleKeyDown}
      className="picture-viewer m-0 h-dvh max-h-none w-screen max-w-none flex-col bg-paper text-ink open:flex backdrop:bg-ink"
    >
      <div className="flex items-center gap-2 border-line border-b px-gutter py-2">
        <PictureText picture={picture} />
        <ZoomButton isZoomed={isZoomed} onClick={() => setIsZoomed(!isZoomed)} />
        <button
          ref={closeButton}
          type="button"
          className="button-icon"
          aria-label={PICTURE_VIEWER_STRINGS.close}
          onClick={onClose}
        >
          <X aria-hidden className="size-6" />
        </button>
      </div>
      {isZoomed ? (
        <ZoomedPicture picture={picture} />
      ) : (
        <div className="grid min-h-0 flex-1 place-items-center px-gutter py-4" {...swipe}>
          {/* A new element for each picture, so that the previous picture is not shown while the next one loads. */}
          <FittedPicture key={index} picture={picture} />
        </div>
      )}
      {pictures.length > 1 && <Steps pictures={pictures} index={index} onShow={show} />}
    </dialog>
  );
}

function PictureText({ picture: { caption, alt, createdAt } }: { picture: Picture }) {
  const text = caption || alt;
  return (
    <div className="min-w-0 flex-1 leading-tight">
      <p
        className="wrap-anywhere line-clamp-3 font-display font-semibold md:text-lg"
        dir="auto"
        lang={guessLanguage(text)}
      >
        {text}
      </p>
      {createdAt !== undefined && (
        <time dateTime={createdAt} className="text-ink-soft text-xs">
          {formatMessageTime(createdAt)}
        </time>
      )}
    </div>
  );
}

function ZoomButton({ isZoomed, onClick }: { isZoomed: boolean; onClick: () => void }) {
  const Icon = isZoomed ? Minimize2 : Maximize2;
  return (
    <button
      type="button"
      className="button-icon"
      aria-label={isZoomed ? PICTURE_VIEWER_STRINGS.zoomOut : PICTURE_VIEWER_STRINGS.zoomIn}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

/** At actual size. */
function ZoomedPicture({ picture: { image, alt } }: { picture: Picture }) {
  return (
    <section
      aria-label={PICTURE_VIEWER_STRINGS.zoomIn}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto"
    >
      <img src={pictureUrl(image, 1600)} alt={alt} className="mx-auto block h-auto max-w-none" />
    </section>
  );
}

function FittedPicture({ picture: { image, alt } }: { picture: Picture }) {
  return (
    <img
      src={pictureUrl(image, 1600)}
      srcSet={pictureSrcSet(image)}
      sizes="100vw"
      alt={alt}
      className="max-h-full min-h-0 max-w-full rounded-sm object-contain shadow-card"
    />
  );
}

interface StepsProps {
  pictures: readonly Picture[];
  index: number;
  onShow: (index: number) => void;
}

/** The position of the picture, between the buttons that lead to the other ones. */
function Steps({ pictures, index, onShow }: StepsProps) {
  const picture = pictures[index];
  return (
    <div className="flex items-center justify-center gap-2 border-line border-t px-gutter py-1">
      <StepButton
        label={PICTURE_VIEWER_STRINGS.previous}
        isLast={index === 0}
        onClick={() => onShow(index - 1)}
      >
        <ChevronLeft aria-hidden className="size-6 rtl:-scale-x-100" />
      </StepButton>
      <p aria-live="polite" className="min-w-24 text-center tabular-nums">
        {PICTURE_VIEWER_STRINGS.position({ position: index + 1, count: pictures.length })}
        <span className="sr-only">: {picture?.alt || picture?.caption}</span>
      </p>
      <StepButton
        label={PICTURE_VIEWER_STRINGS.next}
        isLast={index === pictures.length - 1}
        onClick={() => onShow(index + 1)}
      >
        <ChevronRight aria-hidden className="size-6 rtl:-scale-x-100" />
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  /** Whether there is no picture in this direction. The button is then not disabled, so that it keeps the focus. */
  isLast: boolean;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ label, isLast, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className="button-icon aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      aria-label={label}
      aria-disabled={isLast}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Loads the neighbours of a picture, in the width in which the viewer will show them. */
function usePreload(neighbours: readonly (Picture | undefined)[]): void {
  const urls = neighbours.map((picture) => picture?.image ?? '').join(' ');
  useEffect(() => {
    for (const url of urls.split(' ').filter((part) => part !== '')) {
      const image = new Image();
      image.sizes = '100vw';
      image.srcset = pictureSrcSet(url) ?? url;
    }
  }, [urls]);
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
