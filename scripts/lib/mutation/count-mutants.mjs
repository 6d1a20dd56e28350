/**
 * How the mutants of a report ended.
 *
 * @typedef {object} Count
 * @property {number} killed - a test failed.
 * @property {number} timeout - the tests came to no end, which a person would notice as well.
 * @property {number} survived - no test of those that run the code failed.
 * @property {number} uncovered - no test runs the code.
 */

/** @type {ReadonlyMap<string, keyof Count>} What else there is (ignored, invalid code) counts for nothing. */
const FIELDS = new Map([
  ['Killed', 'killed'],
  ['Timeout', 'timeout'],
  ['Survived', 'survived'],
  ['NoCoverage', 'uncovered'],
]);

/**
 * Counts the mutants of reports of Stryker.
 *
 * @param {readonly { files: Record<string, { mutants: readonly { status: string }[] }> }[]} reports
 * @returns {Count}
 */
export function countMutants(reports) {
  /** @type {Count} */
  const count = { killed: 0, timeout: 0, survived: 0, uncovered: 0 };
  const files = reports.flatMap((report) => Object.values(report.files));
  for (const { status } of files.flatMap(({ mutants }) => mutants)) {
    const field = FIELDS.get(status);
    if (field !== undefined) count[field] += 1;
  }
  return count;
}

/**
 * The share of mutants that was noticed, in per cent; 0 where there is none.
 *
 * @param {Count} count
 */
export function scoreOf({ killed, timeout, survived, uncovered }) {
  const noticed = killed + timeout;
  return (100 * noticed) / Math.max(1, noticed + survived + uncovered);
}
