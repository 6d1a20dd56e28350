/** An attempt without upload progress for this long is aborted: the network drops everything silently. */
const STALL_MS = 20_000;
/** The same after the upload of a picture, while the server processes it. */
const PICTURE_STALL_MS = 60_000;
/** When the network returns, an attempt without progress for this long is started again. */
const STALLED_AFTER_MS = 5_000;

export interface StallTimer {
  /** @param sent - uploaded part of the body, 0 to 1. */
  recordProgress: (sent: number) => void;
  /** Nothing has been uploaded for a few seconds. */
  isStalled: () => boolean;
  stop: () => void;
}

/** Aborts an attempt that makes no progress. */
export function createStallTimer(abort: AbortController, hasPicture: boolean): StallTimer {
  let lastProgressAt = Date.now();
  const startTimer = (ms: number) => setTimeout(() => abort.abort(), ms);
  let timer = startTimer(STALL_MS);
  const stop = () => clearTimeout(timer);
  return {
    recordProgress(sent) {
      stop();
      lastProgressAt = Date.now();
      timer = startTimer(hasPicture && sent >= 1 ? PICTURE_STALL_MS : STALL_MS);
    },
    isStalled: () => Date.now() - lastProgressAt > STALLED_AFTER_MS,
    stop,
  };
}
