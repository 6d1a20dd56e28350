import { useEffect, useState } from 'react';
import type { Quill } from 'react-quill';
import { pictureKey } from '../../../stores/picture-uploads/pending-pictures.ts';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import type { Figure } from './figure.ts';
import { type FigureBlot, findFigures } from './figure-blot.ts';
import { updateFigure } from './figure-commands.ts';

interface ShownFigure {
  blot: FigureBlot;
  figure: Figure;
  panel: Element;
}

/**
 * The pictures of the text, in order. Shows the local files, reports to the queue which uploads the text contains,
 * and replaces finished uploads with the uploaded pictures, and pictures that the server no longer has with uploads.
 */
export function useFigures(quill: Quill | null, uploads: UploadQueue): readonly ShownFigure[] {
  const [figures, setFigures] = useState<readonly ShownFigure[]>([]);

  useEffect(() => {
    if (!quill) return;
    const showUploads = (blots: readonly FigureBlot[]) => {
      for (const blot of blots) {
        const upload = uploads.get(blot.figure.upload) ?? findMissing(uploads, blot.figure.src);
        if (!upload) continue;
        const { id, previewUrl, size, state } = upload;
        if (state.status === 'done') {
          // No undo step of its own: Undo must not bring back the state before the upload.
          updateFigure(quill, blot, { ...size, src: state.src, upload: '' }, 'api');
        } else if (blot.figure.upload === '') {
          updateFigure(quill, blot, { src: '', upload: id }, 'api');
        } else {
          blot.showPreview(previewUrl);
          if (size && blot.figure.width !== size.width) updateFigure(quill, blot, size, 'api');
        }
      }
    };
    const read = () => {
      const blots = findFigures(quill);
      uploads.setUsed(blots.flatMap(({ figure }) => figure.upload || []));
      setFigures((shown) => {
        const isSame =
          shown.length === blots.length &&
          blots.every((blot, index) => shown[index]?.blot === blot && shown[index].figure === blot.figure);
        return isSame
          ? shown
          : blots.flatMap((blot) => (blot.panel ? { blot, figure: blot.figure, panel: blot.panel } : []));
      });
      return blots;
    };
    const update = () => showUploads(read());
    update();
    quill.on('text-change', update);
    const unsubscribe = uploads.subscribe(() => showUploads(findFigures(quill)));
    return () => {
      quill.off('text-change', update);
      unsubscribe();
    };
  }, [quill, uploads]);

  return figures;
}

/** The upload of a picture that the server no longer has. */
const findMissing = (uploads: UploadQueue, src: string) =>
  uploads.list().find(({ missingKey }) => missingKey !== undefined && missingKey === pictureKey(src));
