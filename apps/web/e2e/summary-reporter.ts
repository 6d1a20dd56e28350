import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Annotation types whose descriptions are numbers to sum up. */
const SUMS = new Set(['axe-violations', 'xss-placed', 'xss-ran']);

/** Prints a summary of the tests' annotations over all workers at the end of the run. */
export default class SummaryReporter implements Reporter {
  /** Distinct descriptions by annotation type. */
  private readonly descriptions = new Map<string, Set<string>>();
  /** Totals by annotation type. */
  private readonly sums = new Map<string, number>();

  onTestEnd(_test: TestCase, result: TestResult): void {
    for (const { type, description = '' } of result.annotations) {
      if (SUMS.has(type)) this.sums.set(type, (this.sums.get(type) ?? 0) + Number(description));
      else this.descriptions.set(type, (this.descriptions.get(type) ?? new Set()).add(description));
    }
  }

  onEnd(): void {
    const count = (type: string) => this.descriptions.get(type)?.size ?? 0;
    const lines: string[] = [];
    if (count('axe-state') > 0) {
      const runs = [...this.descriptions]
        .filter(([type]) => type.startsWith('axe-run '))
        .map(([type, states]) => `${type.slice('axe-run '.length)} ${states.size} states`);
      lines.push(
        `axe: ${count('axe-screen')} screens in ${count('axe-state')} states (${runs.sort().join(', ')}), ${this.sums.get('axe-violations') ?? 0} violations`,
      );
    }
    if (count('string-expected') > 0)
      lines.push(`strings: ${count('string-seen')} of ${count('string-expected')} strings seen`);
    if (count('failure-case') > 0)
      lines.push(`failures: ${count('failure-case')} failure responses over ${count('failure-call')} calls`);
    if (count('xss-attack') > 0) {
      const [placed, ran] = ['xss-placed', 'xss-ran'].map((type) => this.sums.get(type) ?? 0);
      lines.push(
        `xss: ${count('xss-attack')} payloads x ${count('xss-field')} fields (${placed} placed), ${ran} ran`,
      );
    }
    for (const line of lines) process.stdout.write(`${line}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
