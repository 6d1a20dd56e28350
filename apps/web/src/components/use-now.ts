import { useEffect, useState } from 'react';
import { serverNow } from '../lib/server-clock.ts';

const MINUTE_MS = 60_000;

/** Returns the time on the server's clock, updated every minute to keep relative times correct. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
