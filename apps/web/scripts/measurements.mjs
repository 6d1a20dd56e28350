/**
 * @param {readonly number[]} numbers
 * @returns {number} the upper median; NaN without numbers.
 */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string} a Markdown table.
 */
export function formatTable(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
