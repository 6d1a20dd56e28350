import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import type { Picture, PictureViewerProps } from '../../../components/picture-viewer.tsx';
import { toastFailure } from '../../../components/toast-failure.tsx';
import { STORY_STRINGS } from './story-strings.ts';

interface StoryPictureViewer {
  /** Opens the viewer; the reference is stable. */
  open: (index: number) => void;
  element: ReactNode;
}

/** The viewer for all pictures of a story. Its code is loaded on first use. */
export function useStoryPictureViewer(listPictures: () => readonly Picture[]): StoryPictureViewer {
  const [index, setIndex] = useState<number | null>(null);
  const [Viewer, setViewer] = useState<ComponentType<PictureViewerProps> | null>(null);
  const open = useCallback((next: number) => {
    import('../../../components/picture-viewer.tsx').then(
      ({ PictureViewer }) => {
        setViewer(() => PictureViewer);
        setIndex(next);
      },
      () => toastFailure(STORY_STRINGS.viewerFailed),
    );
  }, []);
  const element = Viewer && index !== null && (
    <Viewer pictures={listPictures()} initialIndex={index} onClose={() => setIndex(null)} />
  );
  return { open, element };
}
