import {
  ArrowDown,
  ArrowUp,
  Captions,
  CornerLeftDown,
  CornerLeftUp,
  GalleryThumbnails,
  type LucideIcon,
  Trash2,
} from 'lucide-react';
import type { PictureUpload } from '../../../stores/picture-uploads/upload-queue.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import type { Figure } from './figure.ts';
import { FigureStatus } from './figure-status.tsx';

const { picture: STRINGS } = EDITOR_STRINGS;

export type FigureCommand = 'text' | 'above' | 'below' | 'up' | 'down' | 'card' | 'remove' | 'retry';

const TOOLS: readonly { command: Exclude<FigureCommand, 'retry'>; Icon: LucideIcon }[] = [
  { command: 'text', Icon: Captions },
  { command: 'above', Icon: CornerLeftUp },
  { command: 'below', Icon: CornerLeftDown },
  { command: 'up', Icon: ArrowUp },
  { command: 'down', Icon: ArrowDown },
  { command: 'card', Icon: GalleryThumbnails },
  { command: 'remove', Icon: Trash2 },
];

interface FigurePanelProps {
  figure: Figure;
  upload: PictureUpload | undefined;
  /** Whether the figure is the picture of the card. */
  isCardPicture: boolean;
  onCommand: (command: FigureCommand) => void;
}

/** The controls of a picture in the text: its tools, which are visible while it has the focus, and its upload. */
export function FigurePanel({ figure, upload, isCardPicture, onCommand }: FigurePanelProps) {
  return (
    <>
      {upload && figure.upload !== '' && (
        <FigureStatus
          upload={upload}
          onRetry={() => onCommand('retry')}
          onRemove={() => onCommand('remove')}
        />
      )}
      {figure.alt === '' && upload?.state.status !== 'failed' && (
        <button type="button" className="link min-h-9 text-sm" onClick={() => onCommand('text')}>
          {STRINGS.describe}
        </button>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form. */}
      <div role="group" aria-label={STRINGS.toolbar} className="editor-picture-tools">
        {TOOLS.map(({ command, Icon }) => {
          const name = STRINGS.tools[command];
          return (
            <button
              key={command}
              type="button"
              aria-label={name}
              title={name}
              aria-haspopup={command === 'text' ? 'dialog' : undefined}
              aria-pressed={command === 'card' ? isCardPicture : undefined}
              disabled={command === 'card' && figure.src === ''}
              onClick={() => onCommand(command)}
            >
              <Icon aria-hidden className="size-5" />
            </button>
          );
        })}
      </div>
    </>
  );
}
