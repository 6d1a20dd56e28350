import type { CSSProperties, ReactNode } from 'react';

interface PictureFrameProps {
  size: { width: number; height: number };
  /** Name of the button. */
  label: string;
  /** Opens the viewer; undefined for no button. */
  onEnlarge: (() => void) | undefined;
  /** Maximum width of the frame, as in CSS. */
  maxWidth?: string;
  /** The picture, which fills the frame. */
  children: ReactNode;
}

/** The frame of a picture in a story: it has the aspect ratio from the start, so that nothing shifts. */
export function PictureFrame({ size, label, onEnlarge, maxWidth, children }: PictureFrameProps) {
  const { width, height } = size;
  const style = {
    '--ratio': width / height,
    ...(maxWidth !== undefined && { '--max-width': maxWidth }),
    aspectRatio: `${width} / ${height}`,
  } as CSSProperties;
  return (
    <div className="picture-frame" style={style}>
      {children}
      {onEnlarge && (
        <button
          type="button"
          className="needs-script absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-3"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={onEnlarge}
        />
      )}
    </div>
  );
}
