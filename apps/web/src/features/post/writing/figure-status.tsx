import { CircleAlert } from 'lucide-react';
import { useIsOnline } from '../../../components/use-is-online.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import type { PictureUpload } from '../../../stores/picture-uploads/upload-queue.ts';
import type { UploadState } from '../../../stores/picture-uploads/upload-state.ts';
import { EDITOR_STRINGS } from './editor-strings.ts';
import { ProgressBar } from './upload-progress.tsx';

const { picture: STRINGS } = EDITOR_STRINGS;

const MINUTE_MS = 60_000;

interface FigureStatusProps {
  upload: PictureUpload;
  onRetry: () => void;
  onRemove: () => void;
}

/** Upload progress of a picture in the story, or the reason for its failure. */
export function FigureStatus({ upload: { state, isStoredOnDevice }, onRetry, onRemove }: FigureStatusProps) {
  const isOnline = useIsOnline();
  if (state.status === 'done') return null;
  if (state.status === 'failed') {
    return (
      <div className="editor-picture-status text-danger">
        <p className="flex items-start gap-1.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
          <span>{state.reason()}</span>
        </p>
        <div className="mt-1 flex flex-wrap gap-2">
          {state.canRetry && (
            <button type="button" className="link min-h-9 px-1" onClick={onRetry}>
              {STRINGS.tools.retry}
            </button>
          )}
          <button type="button" className="link min-h-9 px-1" onClick={onRemove}>
            {STRINGS.tools.remove}
          </button>
        </div>
      </div>
    );
  }
  const percent = 'sent' in state ? Math.floor(state.sent * 100) : 0;
  const text = describe(state, percent, isOnline);
  return (
    <div className="editor-picture-status">
      <ProgressBar label={STRINGS.upload} percent={percent} text={text} />
      {!isStoredOnDevice && <p className="text-danger">{STRINGS.state.notStored}</p>}
    </div>
  );
}

function describe(state: UploadState, percent: number, isOnline: boolean): string {
  const { state: texts } = STRINGS;
  switch (state.status) {
    case 'preparing':
      return texts.preparing;
    case 'rateLimited':
      return texts.rateLimited({
        minutes: Math.max(1, Math.ceil((state.untilMs - serverNow()) / MINUTE_MS)),
      });
    case 'signedOut':
      return texts.signedOut;
    case 'retrying':
      return isOnline ? texts.retrying : texts.offline;
    case 'uploading':
      return isOnline ? texts.uploading({ percent }) : texts.offline;
    default:
      return isOnline ? texts.waiting : texts.offline;
  }
}
