import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { useIsOnline } from '../../../components/use-is-online.ts';
import { WRITING_STRINGS } from './strings.ts';
import { ProgressBar } from './upload-progress.tsx';
import type { PicturesProgress as Progress } from './use-story-pictures.ts';

interface PicturesProgressProps {
  progress: Progress;
  onStop: () => void;
  /** Called when the progress disappears with the focus. */
  onFocusLost: () => void;
}

/** Upload progress of the pictures that publishing waits for. */
export function PicturesProgress({ progress, onStop, onFocusLost }: PicturesProgressProps) {
  const { done, total, percent } = progress;
  const element = useFocusLost<HTMLDivElement>(onFocusLost);
  const isOnline = useIsOnline();
  const { label, waiting, offline, stop } = WRITING_STRINGS.sendingPictures;
  return (
    <div ref={element} className="flex min-w-48 flex-1 flex-wrap items-center gap-x-3 max-sm:basis-full">
      <ProgressBar
        label={label}
        percent={percent}
        text={isOnline ? waiting({ done, total, percent }) : offline}
      />
      <button type="button" className="link min-h-11 px-1 text-sm" onClick={onStop}>
        {stop}
      </button>
    </div>
  );
}
