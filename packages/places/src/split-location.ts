/** Comma, semicolon, Arabic comma and ideographic comma. */
const SEPARATORS = /[,;،、]/;

/** The parts of a location, trimmed: `Rampur, Himachal Pradesh` names a place and the state that it lies in. */
export const splitLocation = (location: string): string[] =>
  location
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
