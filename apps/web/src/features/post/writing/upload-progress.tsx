import { WRITING_STRINGS } from './strings.ts';

const { sending: STRINGS } = WRITING_STRINGS;

/** Upload progress, 0 to 1. After the upload, the server still has to process the story and its picture. */
export function UploadProgress({ progress }: { progress: number }) {
  const percent = Math.floor(progress * 100);
  const text = progress < 1 ? STRINGS.uploading({ percent }) : STRINGS.preparing;
  return <ProgressBar label={STRINGS.label} percent={percent} text={text} />;
}

interface ProgressBarProps {
  label: string;
  percent: number;
  text: string;
}

export function ProgressBar({ label, percent, text }: ProgressBarProps) {
  return (
    <div className="min-w-48 flex-1">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full border border-line-strong bg-paper-sunk"
      >
        <div className="h-full bg-indigo-fill" style={{ width: `${percent}%` }} />
      </div>
      <p aria-hidden className="mt-1 text-ink-soft text-sm tabular-nums">
        {text}
      </p>
    </div>
  );
}
