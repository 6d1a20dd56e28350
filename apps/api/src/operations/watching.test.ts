import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { useApp } from '../../test/app.js';
import { readMetrics } from '../../test/metrics.js';
import { useDatabase } from '../../test/mongo.js';
import { LIMIT_NAMES } from '../http/rate-limit-table.js';

useDatabase();
/** With REDIS_URL, because the Redis metric exists only then. Nothing listens there. */
const app = useApp({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });

const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(root(path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}

const rules: Rule[] = parse(read('deploy/prometheus/alerts.yml')).groups.flatMap(
  ({ rules: group }: { rules: Rule[] }) => group,
);
const dashboard: { panels: Panel[]; templating: { list: { definition?: string }[] } } = JSON.parse(
  read('deploy/grafana/safarnama.json'),
);
const targets = dashboard.panels.flatMap(({ targets: each = [] }) => each);

const PROMQL_KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool']);
/** Metrics that Prometheus itself adds to each scrape. */
const SYNTHETIC_METRICS = new Set(['up']);

/** Returns the metrics in an expression, each with the labels of its selector. */
function parseMetrics(expr: string): { name: string; labels: string[] }[] {
  const simplified = expr
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/"[^"]*"|\[[^\]]*\]/g, '""');
  return [...simplified.matchAll(/\b([a-z_:][a-z0-9_:]*)\b(\s*\(|\{[^}]*\})?/g)].flatMap(
    ([, name = '', selector = '']) =>
      PROMQL_KEYWORDS.has(name) || selector.trimStart().startsWith('(')
        ? []
        : [{ name, labels: [...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label) }],
  );
}

/** Reads the labels of each metric that the app reports. */
async function readLabelsByMetric(): Promise<Map<string, Set<string>>> {
  await app.request().get('/health/live');
  // The garbage collector's metric exists after its first run.
  const metrics = await vi.waitFor(
    async () => {
      Array.from({ length: 200_000 }, () => ({}));
      const reported = await readMetrics(app);
      expect([...reported.keys()].join()).toContain('nodejs_gc_duration_seconds_sum');
      return reported;
    },
    { timeout: 10_000, interval: 20 },
  );
  const found = new Map<string, Set<string>>();
  for (const series of metrics.keys()) {
    const [name = '', labels = ''] = series.split('{');
    const knownLabels = found.get(name) ?? new Set(['instance', 'job']);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) knownLabels.add(label);
    found.set(name, knownLabels);
  }
  return found;
}

/** Lists the anchors that GitHub creates for the headings of a document. */
function listAnchors(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('dashboard and alerts', () => {
  it('the expression parser: finds metrics and labels, but no functions or keywords', () => {
    const expr =
      'histogram_quantile(0.95, sum by (job, le) (rate(a_bucket{class="2xx", route!~"/b|c"}[5m]))) > 1 and d_total';

    expect(parseMetrics(expr)).toEqual([
      { name: 'a_bucket', labels: ['class', 'route'] },
      { name: 'd_total', labels: [] },
    ]);
  });

  it('use only metrics and labels that the product reports', async () => {
    const knownLabels = await readLabelsByMetric();
    const variables = dashboard.templating.list.flatMap(({ definition }) =>
      definition === undefined ? [] : [definition.replace(/^label_values\((\w+), \w+\)$/, '$1')],
    );
    const usedMetrics = [...rules, ...targets].flatMap(({ expr }) => parseMetrics(expr));
    usedMetrics.push(...variables.flatMap(parseMetrics));

    const unknown = usedMetrics.filter(({ name, labels }) => {
      const reported = knownLabels.get(name);
      return (
        !SYNTHETIC_METRICS.has(name) &&
        (reported === undefined || labels.some((label) => !reported.has(label)))
      );
    });

    expect(unknown).toEqual([]);
    expect(new Set(usedMetrics.map(({ name }) => name)).size).toBeGreaterThan(40);
  });

  it('show every metric of the product on the dashboard', async () => {
    const shownMetrics = new Set(targets.flatMap(({ expr }) => parseMetrics(expr)).map(({ name }) => name));
    const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    const families = new Set([...shownMetrics].map(family));

    const ownMetrics = [...(await readLabelsByMetric()).keys()].filter((name) =>
      /^(safarnama|http)_/.test(name),
    );
    const missing = new Set(ownMetrics.map(family).filter((name) => !families.has(name)));

    expect([...missing]).toEqual([]);
  });

  it('every panel: has a title, a legend for each query, and a unique id', () => {
    const { panels } = dashboard;
    const dataPanels = panels.filter(({ type }) => type !== 'row');

    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, targets: lines = [] } of dataPanels) {
      expect(title).toBeTruthy();
      expect(lines.length).toBeGreaterThan(0);
      for (const { expr, legendFormat } of lines) expect([expr, legendFormat]).not.toContain('');
    }
  });

  it('every alert: has a duration, a severity, a summary and a section in the runbook', () => {
    const anchors = listAnchors(read('docs/operations.md'));

    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule.for).toMatch(/^\d+[smh]$/);
      expect(['critical', 'warning']).toContain(rule.labels.severity);
      expect(rule.annotations.summary).toMatch(/\S/);
      const [, file = '', anchor = ''] = /^([\w./-]+)#([\w-]+)$/.exec(rule.annotations.runbook_url) ?? [];
      expect([rule.alert, file, anchors.has(anchor)]).toEqual([rule.alert, 'docs/operations.md', true]);
    }
  });

  it('the rejections of every rate limit: are counted by exactly one alert', () => {
    const patterns = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\blimit=~"([^"]+)"/g)].map(([, pattern]) => new RegExp(`^(?:${pattern})$`)),
    );

    const alerts = LIMIT_NAMES.map((limit) => [limit, patterns.filter((each) => each.test(limit)).length]);

    expect(alerts).toEqual(LIMIT_NAMES.map((limit) => [limit, 1]));
  });

  it('the Prometheus configuration: loads the alerts, and scrapes the job that they name', () => {
    const config = parse(read('deploy/prometheus/prometheus.yml'));

    expect(config.rule_files).toEqual(['alerts.yml']);
    expect(config.scrape_configs[0].job_name).toBe('safarnama');
    const jobs = rules.flatMap(({ expr }) => [...expr.matchAll(/job="(\w+)"/g)].map(([, job]) => job));
    expect(new Set(jobs)).toEqual(new Set(['safarnama']));
    const services: object = parse(read('compose.yaml')).services;
    for (const target of config.scrape_configs[0].static_configs[0].targets) {
      expect(Object.keys(services)).toContain(target.split(':')[0]);
    }
  });
});

describe('the runbook', () => {
  const runbook = read('docs/operations.md');
  const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ');
  const sections = runbook.split(/^(?=### )/m).slice(1);

  it('the section of every alert: describes symptoms, diagnosis, action and resolution', () => {
    const anchors = new Set(rules.map(({ annotations }) => annotations.runbook_url.split('#')[1]));
    const alertSections = sections.filter((section) =>
      [...listAnchors(section)].some((each) => anchors.has(each)),
    );

    expect(alertSections).toHaveLength(anchors.size);
    for (const section of alertSections) {
      for (const part of ['**Users notice**', '**Look**', '**Do**', '**Resolved**']) {
        expect([section.slice(0, 60), collapseWhitespace(section).includes(part)]).toEqual([
          section.slice(0, 60),
          true,
        ]);
      }
    }
  });

  it('names only metrics and files that exist', async () => {
    const knownLabels = await readLabelsByMetric();
    const usedMetrics = [...runbook.matchAll(/`((?:safarnama|http|nodejs|process)_\w+)/g)].map(
      ([, name = '']) => name,
    );
    const links = [...runbook.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);

    const isKnown = (name: string) => knownLabels.has(name) || knownLabels.has(`${name}_count`);
    expect(usedMetrics.filter((name) => !isKnown(name))).toEqual([]);
    expect(links.filter((link) => !existsSync(root(`docs/${link}`)))).toEqual([]);
  });
});
