import { LIMITS } from '@safarnama/contracts';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from 'react';
import { Quill } from 'react-quill';
import { toast } from '../../../components/toast.ts';
import { IMAGE_STRINGS } from '../../../lib/read-image.ts';
import { hasFiles, hasText } from '../../../lib/transfer.ts';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import { findSources } from './figure.ts';
import { findFigures } from './figure-blot.ts';
import { insertFigures } from './figure-commands.ts';
import type { PastedPictures } from './sanitize-paste.ts';
import { WRITING_STRINGS } from './strings.ts';

interface AddPictures {
  quill: Quill | null;
  uploads: UploadQueue;
  onAddFiles: (files: readonly File[]) => void;
  initialHtml: string;
  announce: (text: string) => void;
}

interface AddedPictures {
  fileInput: RefObject<HTMLInputElement | null>;
  /** For the clipboard; referentially stable. */
  pastedPictures: PastedPictures;
  /** Adds pictures at the cursor. */
  addFiles: (files: readonly File[]) => void;
  /** For the element around the text. */
  handlers: {
    onPasteCapture: (event: ClipboardEvent) => void;
    onDropCapture: (event: DragEvent) => void;
  };
}

/** Adds picked, pasted and dropped pictures to the text. */
export function useAddPictures({
  quill,
  uploads,
  onAddFiles,
  initialHtml,
  announce,
}: AddPictures): AddedPictures {
  const fileInput = useRef<HTMLInputElement>(null);
  const [initialSources] = useState(() => new Set(findSources(initialHtml)));
  const [pastedPictures] = useState<PastedPictures>(() => ({
    isKnown: ({ src, upload }) =>
      upload === ''
        ? initialSources.has(src) ||
          uploads.list().some(({ state }) => state.status === 'done' && state.src === src)
        : initialHtml.includes(`data-upload="${upload}"`) || uploads.get(upload) !== undefined,
    upload: (url) => uploads.add(readPastedPicture(url)),
  }));

  const addFiles = (files: readonly File[], index = quill?.selection.savedRange.index ?? 0) => {
    if (!quill) return;
    const pictures = files.filter(isPicture);
    if (pictures.length < files.length) toast.error(IMAGE_STRINGS.onlyImages);
    const room = Math.max(0, LIMITS.storyPictures - findFigures(quill).length);
    if (pictures.length > room) toast.error(WRITING_STRINGS.tooManyPictures({ limit: LIMITS.storyPictures }));
    const added = pictures.slice(0, room);
    if (added.length === 0) return;
    insertFigures(
      quill,
      index,
      added.map((file) => uploads.add(file)),
    );
    announce(EDITOR_STRINGS.picture.announcements.added({ count: added.length }));
    onAddFiles(added);
  };
  const take = (event: ClipboardEvent | DragEvent, files: FileList, index?: number) => {
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    addFiles([...files], index);
  };

  return {
    fileInput,
    pastedPictures,
    addFiles,
    handlers: {
      onPasteCapture: (event) => {
        if (!hasText(event.clipboardData)) take(event, event.clipboardData.files);
      },
      onDropCapture: (event) => {
        if (quill && hasFiles(event)) take(event, event.dataTransfer.files, indexAt(quill, event));
      },
    },
  };
}

/** HEIC files often have no type. In most browsers, preparing them fails with a message that says what to do. */
function isPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || /\.hei[cf]$/i.test(name);
}

/** The position of the text under the pointer; undefined if the browser cannot determine it. */
function indexAt(quill: Quill, { clientX, clientY }: DragEvent): number | undefined {
  const node =
    document.caretPositionFromPoint?.(clientX, clientY)?.offsetNode ??
    // Safari and older versions of Chrome.
    document.caretRangeFromPoint?.(clientX, clientY)?.startContainer;
  if (!node || !quill.root.contains(node) || node === quill.root) return;
  const blot = Quill.find(node, true);
  return blot === null || blot instanceof Quill ? undefined : quill.getIndex(blot);
}

async function readPastedPicture(url: string): Promise<File> {
  const response = url.startsWith('blob:') ? await (await fetch(url)).blob() : decodeDataUrl(url);
  return new File([response], 'pasted', { type: response.type });
}

/** Decodes a data URL, which the content security policy does not allow to be fetched. */
function decodeDataUrl(url: string): Blob {
  const [, type, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(url) ?? [];
  if (type === undefined || data === undefined) throw new Error(IMAGE_STRINGS.unreadable);
  const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type });
}
