/**
 * Compares the CPU time of requests with that of a bare node:http response of the same bytes. Runs with
 * `npm run bench`, and alone as `bench:requests`. Exits with 1 when a bound is exceeded, and with 2 when the rounds
 * differ too much to decide.
 */
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { readCpuSeconds } from './cpu-seconds.js';
import { type BenchEnvironment, createBenchEnvironment, type ServerProcess } from './environment.js';
import { type Comparison, compareRounds, ROUNDS, type Round, reportComparisons } from './rounds.js';
import { publishStories, sendRequest } from './send-request.js';

const STORIES = 100;
const MESSAGES = 60;
const CONTACTS = 20;

/** CPU time of one measurement, in seconds: enough for the CPU clock, which ticks every 10 ms. */
const MEASURED_S = 0.8;

interface Target {
  name: string;
  path: string;
  /** Whether the client has the response already and gets 304. */
  isConditional?: true;
  bound: number;
}

/** Creates the data that the targets read. */
async function createTargets({
  api,
  createUser,
  createUsers,
}: BenchEnvironment): Promise<{ targets: Target[]; cookie: string }> {
  const [author, reader] = [await createUser(), await createUser()];
  const contacts = await createUsers(CONTACTS);
  await publishStories(api.url, author.cookie, STORIES);
  const sendMessage = (cookie: string, text: string) =>
    sendRequest(`${api.url}/api/message/send/${reader.id}`, cookie, { method: 'POST', body: { text } });
  for (const { cookie } of contacts) {
    await sendMessage(cookie, 'Is the ferry running?');
  }
  for (let n = 0; n < MESSAGES; n += 1) {
    await sendMessage(author.cookie, `Message ${n}`);
  }
  const feed = '/api/post/getposts?view=card';
  return {
    cookie: reader.cookie,
    targets: [
      { name: 'feed page', path: feed, bound: 14 },
      { name: 'feed page, 304', path: feed, isConditional: true, bound: 9 },
      { name: 'one story', path: '/api/post/getpost/ghats-at-dawn-50', bound: 14 },
      { name: 'conversation page', path: `/api/message/${author.id}?limit=50`, bound: 20 },
      { name: 'contacts', path: '/api/message/get-all-users?limit=20', bound: 20 },
    ],
  };
}

/** Sends requests over eight connections. Returns the CPU time of one request, in ms. */
async function measure(
  { url, pid }: ServerProcess,
  path: string,
  headers: Record<string, string>,
  amount: number,
): Promise<number> {
  const before = readCpuSeconds(pid);
  const result = await autocannon({ url: url + path, headers, connections: 8, amount });
  const expected = headers['if-none-match'] === undefined ? '2xx' : '3xx';
  if (result[expected] !== amount) throw new Error(`${path}: ${JSON.stringify(result.statusCodeStats)}`);
  return ((readCpuSeconds(pid) - before) / amount) * 1000;
}

async function measureTarget(
  api: ServerProcess,
  baseline: ServerProcess,
  cookie: string,
  target: Target,
): Promise<Comparison & { name: string }> {
  const response = await fetch(api.url + target.path, { headers: { cookie, 'accept-encoding': 'gzip' } });
  const etag = response.headers.get('etag') ?? '';
  await fetch(baseline.url, { method: 'PUT', body: gzipSync(await response.text()) });
  const conditional = target.isConditional ? { 'if-none-match': etag } : {};
  const headers = { cookie, 'accept-encoding': 'gzip', ...conditional };
  const amounts = { api: 1_000, baseline: 10_000 };
  // Warms both up, and determines how many requests one measurement needs.
  for (let n = 0; n < 2; n += 1) {
    const apiMs = await measure(api, target.path, headers, amounts.api);
    const baselineMs = await measure(baseline, '/', headers, amounts.baseline);
    amounts.api = Math.ceil((1000 * MEASURED_S) / apiMs);
    amounts.baseline = Math.ceil((1000 * MEASURED_S) / baselineMs);
  }
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const apiMs = await measure(api, target.path, headers, amounts.api);
    rounds.push({ apiMs, baselineMs: await measure(baseline, '/', headers, amounts.baseline) });
  }
  return { name: target.name, ...compareRounds(rounds, target.bound) };
}

const environment = await createBenchEnvironment();
const baseline = await environment.startBaseline();
const results: Awaited<ReturnType<typeof measureTarget>>[] = [];
try {
  const { targets, cookie } = await createTargets(environment);
  for (const target of targets) results.push(await measureTarget(environment.api, baseline, cookie, target));
} finally {
  await baseline.stop();
  await environment.close();
}
reportComparisons(results);
