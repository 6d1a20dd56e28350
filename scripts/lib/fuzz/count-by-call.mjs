/** @typedef {{ sent: number, done: number, refused: number, serverErrors: number }} Count */
/** @typedef {{ response?: { status_code: number } | null }} Interaction */

/** What the rules of a call answer, once its schema has let a request through. */
const OWN_REFUSALS = [403, 404, 409];

/** @returns {Count} */
const none = () => ({ sent: 0, done: 0, refused: 0, serverErrors: 0 });

/**
 * @param {Count} count
 * @param {number} status
 */
function add(count, status) {
  count.sent += 1;
  if (status >= 200 && status < 400) count.done += 1;
  if (OWN_REFUSALS.includes(status)) count.refused += 1;
  if (status >= 500) count.serverErrors += 1;
}

/**
 * Counts the requests of a run of schemathesis, call by call.
 *
 * @param {string} report - its events, as lines of JSON.
 * @param {number} seed
 * @returns {{ table: string, line: string }} a row for each call, and the closing line.
 */
export function countByCall(report, seed) {
  /** @type {Map<string, Count>} */
  const calls = new Map();
  const total = none();
  for (const line of report.split('\n').filter((each) => each.trim() !== '')) {
    const recorder = JSON.parse(line).ScenarioFinished?.recorder;
    if (!recorder) continue;
    const count = calls.get(recorder.label) ?? none();
    calls.set(recorder.label, count);
    /** @type {Interaction[]} */
    const interactions = Object.values(recorder.interactions ?? {});
    for (const { response } of interactions) {
      const status = response?.status_code ?? 0;
      add(count, status);
      add(total, status);
    }
  }
  const rows = [...calls].map(([call, { sent, done, refused }]) =>
    [call.padEnd(50), ...[sent, done, refused].map((n) => String(n).padStart(9))].join(''),
  );
  // Scenarios along links have a row of their own, which is no call.
  const named = [...calls.keys()].filter((label) => label.includes(' /')).length;
  const past = ((100 * (total.done + total.refused)) / Math.max(1, total.sent)).toFixed(1);
  return {
    table: [`${'call'.padEnd(50)}     sent     done  refused`, ...rows].join('\n'),
    line: `schemathesis: ${total.sent} requests, ${total.serverErrors} x 5xx, ${past} % past the schema, ${named} calls, seed ${seed}`,
  };
}
