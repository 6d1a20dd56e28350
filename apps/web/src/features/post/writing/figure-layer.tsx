import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Quill } from 'react-quill';
import type { UploadQueue } from '../../../stores/picture-uploads/upload-queue.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import type { FigureBlot } from './figure-blot.ts';
import { moveFigure, removeFigure, updateFigure, writeBeside } from './figure-commands.ts';
import { handleFigureKeys } from './figure-keys.ts';
import { type FigureCommand, FigurePanel } from './figure-panel.tsx';
import { PictureTextDialog } from './picture-text-dialog.tsx';
import { useFigures } from './use-figures.ts';
import { useUploadAnnouncements } from './use-upload-announcements.ts';

const { picture: STRINGS } = EDITOR_STRINGS;

/** What the form provides for the pictures in the text. */
export interface StoryPictures {
  uploads: UploadQueue;
  /** URL of the card's picture; empty for none. */
  cardImage: string;
  onCardImage: (src: string, alt: string) => void;
  /** Called with the original files of added pictures. */
  onAddFiles: (files: readonly File[]) => void;
}

interface FigureLayerProps extends StoryPictures {
  quill: Quill | null;
  /** Announces a change to screen readers. */
  announce: (text: string) => void;
}

/** Renders the controls into the pictures of the text, and handles their keys. */
export function FigureLayer({ quill, uploads, cardImage, onCardImage, announce }: FigureLayerProps) {
  const figures = useFigures(quill, uploads);
  useSyncExternalStore(uploads.subscribe, uploads.list);
  useUploadAnnouncements(uploads, announce);
  const [edited, setEdited] = useState<FigureBlot | null>(null);

  useEffect(() => {
    for (const [index, { blot, figure }] of figures.entries()) {
      const order = { position: index + 1, count: figures.length };
      const name =
        figure.alt === '' ? STRINGS.nameOnly(order) : STRINGS.name({ ...order, description: figure.alt });
      setAttribute(blot.node, 'aria-label', name);
      setAttribute(blot.node, 'aria-description', STRINGS.keys);
    }
  });

  const runCommand = (blot: FigureBlot, command: FigureCommand) => {
    if (!quill) return;
    if (command === 'text') setEdited(blot);
    else if (command === 'retry') {
      // The progress replaces the button.
      blot.node.focus();
      uploads.retry(blot.figure.upload);
    } else if (command === 'above' || command === 'below') writeBeside(quill, blot, command);
    else if (command === 'remove') {
      const index = quill.getIndex(blot);
      removeFigure(quill, blot);
      quill.focus();
      quill.setSelection(index, 0, 'silent');
      announce(STRINGS.announcements.removed);
    } else if (command === 'card') {
      onCardImage(blot.figure.src, blot.figure.alt);
      announce(STRINGS.announcements.card);
    } else {
      const moved = moveFigure(quill, blot, command);
      if (moved) focusMoved(quill, moved);
      else announce(STRINGS.announcements[command === 'up' ? 'atTop' : 'atEnd']);
    }
  };
  const focusMoved = (editor: Quill, moved: FigureBlot) => {
    moved.node.focus();
    moved.node.scrollIntoView({ block: 'nearest' });
    const all = [...editor.root.querySelectorAll('figure')];
    announce(STRINGS.announcements.moved({ position: all.indexOf(moved.node) + 1, count: all.length }));
  };

  const handleKeyCommand = useEffectEvent(runCommand);
  useEffect(() => {
    if (quill) return handleFigureKeys(quill, handleKeyCommand);
  }, [quill]);

  return (
    <>
      {figures.map(({ blot, figure, panel }, index) =>
        createPortal(
          <FigurePanel
            figure={figure}
            upload={uploads.get(figure.upload)}
            isCardPicture={cardImage !== '' && cardImage === figure.src}
            onCommand={(command) => runCommand(blot, command)}
          />,
          panel,
          // The index suffices: a moved picture has a new panel element, for which React mounts a new portal.
          `${index}`,
        ),
      )}
      {edited && (
        <PictureTextDialog
          figure={edited.figure}
          shownUrl={edited.node.querySelector('img')?.src ?? ''}
          onClose={() => setEdited(null)}
          onSave={(texts) => {
            if (quill) updateFigure(quill, edited, texts, 'user');
            flushSync(() => setEdited(null));
            // The button that opened the dialog may have disappeared.
            edited.node.focus();
          }}
        />
      )}
    </>
  );
}

/** Quill checks the text after each change of an attribute, so it is set only if its value differs. */
function setAttribute(node: HTMLElement, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
