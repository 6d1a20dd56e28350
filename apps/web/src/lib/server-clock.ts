/*
 * The device's clock may be wrong, by an hour or more if its time zone was set by changing the time.
 */

/** How far the server's clock is ahead of the device's, in ms; 0 until a response has told. */
let offsetMs = 0;

/**
 * Reads the server's clock from the headers of a response that has just arrived. Called for every successful response.
 */
export function syncServerClock(headers: Readonly<Record<string, unknown>>): void {
  const sentAt = Date.parse(String(headers['date']));
  if (!Number.isNaN(sentAt)) offsetMs = sentAt - Date.now();
}

/** The time on the server's clock, in ms since 1970; on the device's, until the server's is known. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
