import { type RefObject, useEffect, useState } from 'react';

/** The rows are regarded as measured once the height of the list has not changed for this many frames. */
const STABLE_FRAMES = 2;
/** Maximum number of frames to wait until the rows are measured. */
const MAX_FRAMES = 30;

/** Whether the rows of a virtualized list, once there are any, have been measured. */
export function useIsMeasured(list: RefObject<HTMLElement | null>, hasRows: boolean): boolean {
  const [isMeasured, setIsMeasured] = useState(false);
  useEffect(() => {
    if (!hasRows) return;
    let height = -1;
    let stableFrames = 0;
    let framesLeft = MAX_FRAMES;
    const measure = () => {
      const currentHeight = list.current?.scrollHeight ?? height;
      // A font that is still loading may change line breaks.
      const isStable = currentHeight === height && document.fonts?.status !== 'loading';
      stableFrames = isStable ? stableFrames + 1 : 0;
      height = currentHeight;
      framesLeft -= 1;
      if (stableFrames >= STABLE_FRAMES || framesLeft === 0) setIsMeasured(true);
      else frame = requestAnimationFrame(measure);
    };
    let frame = requestAnimationFrame(measure);
    return () => cancelAnimationFrame(frame);
  }, [list, hasRows]);
  return isMeasured;
}
