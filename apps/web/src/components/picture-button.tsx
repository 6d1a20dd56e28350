import { ImagePlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFileDrop } from './use-file-drop.ts';

interface PictureButtonProps {
  /** Accessible name of the file field. */
  label: string;
  onFile: (file: File) => void;
  className?: string;
  children?: ReactNode;
}

/** A button that picks a picture, and a drop target. */
export function PictureButton({ label, onFile, className = '', children }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(onFile);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          // Lets the user pick the same file again after removing it.
          event.target.value = '';
        }}
      />
      <button
        type="button"
        className={`${className} ${isOver ? '!border-indigo !bg-indigo-wash' : ''}`}
        onClick={() => input.current?.click()}
        {...handlers}
      >
        {children ?? (
          <>
            <ImagePlus aria-hidden className="size-5" />
            {label}
          </>
        )}
      </button>
    </>
  );
}
