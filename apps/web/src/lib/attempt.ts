/** An attempt without upload progress for this long is aborted, because the network may silently drop all traffic. */
const STALL_MS = 20_000;
/** Like `STALL_MS`, for the time after the upload of a picture, while the server processes it. */
const PICTURE_STALL_MS = 60_000;
/** When the network is available again, an attempt without progress for this long is restarted. */
const STALLED_AFTER_MS = 5_000;

/** One attempt to send a body that may contain a picture. It is aborted when it makes no progress. */
export interface Attempt {
  signal: AbortSignal;
  /** @param sent - uploaded part of the body, 0 to 1. */
  recordProgress: (sent: number) => void;
  /** Whether nothing has been uploaded for `STALLED_AFTER_MS`. */
  isStalled: () => boolean;
  /** Wraps work that takes no signal: rejects when the attempt is aborted. */
  abortable: <T>(work: Promise<T>) => Promise<T>;
  abort: () => void;
  /** Stops watching the progress. */
  end: () => void;
}

export function startAttempt(hasPicture: boolean): Attempt {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  let lastProgressAt = Date.now();
  let timer = setTimeout(abort, STALL_MS);
  const end = () => clearTimeout(timer);
  return {
    signal,
    recordProgress(sent) {
      end();
      lastProgressAt = Date.now();
      timer = setTimeout(abort, hasPicture && sent >= 1 ? PICTURE_STALL_MS : STALL_MS);
    },
    isStalled: () => Date.now() - lastProgressAt > STALLED_AFTER_MS,
    abortable: (work) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        work.then(resolve, reject);
      }),
    abort,
    end,
  };
}
