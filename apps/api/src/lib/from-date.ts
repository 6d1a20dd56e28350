/**
 * Returns the operator for dates at or after this one; stored dates have whole milliseconds. Not `$gte`: on a field
 * with a descending index, the Python engine leaves out the date itself.
 */
export const fromDate = (date: Date): { $gt: Date } => ({ $gt: new Date(date.getTime() - 1) });
