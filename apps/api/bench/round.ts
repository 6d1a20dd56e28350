/** Rounds a number for a table. */
export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));
