/** Tolerated difference between the clocks of processes. */
export const CLOCK_TOLERANCE_MS = 60_000;
