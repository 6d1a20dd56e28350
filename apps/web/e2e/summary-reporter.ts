import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** What tests tell by annotations, added up over all workers at the end of the run. */
export default class SummaryReporter implements Reporter {
  /** Descriptions by type, without doubles. */
  private readonly told = new Map<string, Set<string>>();
  private violations = 0;

  onTestEnd(_test: TestCase, result: TestResult): void {
    for (const { type, description = '' } of result.annotations) {
      if (type === 'axe-violations') this.violations += Number(description);
      else this.told.set(type, (this.told.get(type) ?? new Set()).add(description));
    }
  }

  onEnd(): void {
    const count = (type: string) => this.told.get(type)?.size ?? 0;
    const lines: string[] = [];
    if (count('axe-state') > 0) {
      const [screens, states, themes, widths] = ['screen', 'state', 'theme', 'width'].map((part) =>
        count(`axe-${part}`),
      );
      lines.push(
        `axe: ${screens} screens x states (${states} in all) x ${themes} themes x ${widths} widths, ${this.violations} violations`,
      );
    }
    if (count('string-expected') > 0)
      lines.push(`strings: ${count('string-seen')} of ${count('string-expected')} strings seen`);
    if (count('failure-case') > 0)
      lines.push(`failures: ${count('failure-case')} answers over ${count('failure-call')} calls`);
    for (const line of lines) process.stdout.write(`${line}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
