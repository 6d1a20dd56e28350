import { processEnv } from '../src/config/env.js';

/** Reads a whole number above 0 from the environment, or returns the default. @throws Error for anything else. */
export function readCount(name: string, defaultCount: number): number {
  const text = processEnv()[name];
  if (text === undefined) return defaultCount;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${name} must be a whole number above 0, not "${text}"`);
  return Number(text);
}
