import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { hasFiles } from '../lib/transfer.ts';

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
  const [isDragOver, setIsDragOver] = useState(false);

  const handleFile = (file: File | undefined) => {
    if (file) onFile(file);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    handleFile(event.dataTransfer.files[0]);
  };
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
          handleFile(event.target.files?.[0]);
          // Lets the user pick the same file again after removing it.
          event.target.value = '';
        }}
      />
      <button
        type="button"
        className={`${className} ${isDragOver ? '!border-indigo !bg-indigo-wash' : ''}`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={handleDrop}
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
