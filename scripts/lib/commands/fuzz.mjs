import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CommandError } from '../errors.mjs';
import { countByCall } from '../fuzz/count-by-call.mjs';
import { installPythonTool } from '../python-tool.mjs';
import { startSeededProduct } from '../seeded-product.mjs';

const SCHEMATHESIS = { name: 'schemathesis', version: '4.32.5', oldestMinor: 10 };
const HOOKS = fileURLToPath(new URL('../fuzz', import.meta.url));
/** One of the seeded people. */
const PERSON = { email: 'meera.nair@example.com', password: 'namaste-safarnama' };
/** What is left out, and why: docs/testing.md. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

/**
 * `npm run fuzz`: schemathesis on the built product, from its OpenAPI document, as a signed-in person.
 *
 * @type {import('../run-command.mjs').Command}
 */
export async function fuzz(given) {
  const { seed, maxExamples } = readArguments(given.args);
  // First: without Python nothing is to be built.
  const programs = await installPythonTool(given, SCHEMATHESIS);
  const ownEnv = { ...given.env, RATE_LIMITS: 'off', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const { env, session, url } = await startSeededProduct({ ...given, args: [], env: ownEnv });

  const folder = await mkdtemp(join(tmpdir(), 'safarnama-fuzz-'));
  session.defer(() => rm(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.ndjson');
  const { code } = await session.run({
    command: join(programs, 'schemathesis'),
    args: [
      ...['run', `${url}/api/openapi.json`, '--url', url, '--checks', CHECKS.join(',')],
      ...['--seed', String(seed), '--max-examples', String(maxExamples), '--continue-on-failure'],
      ...['--generation-database', 'none', '--warnings', 'off', '--request-timeout', '20'],
      ...['--report', 'ndjson', '--report-ndjson-path', report],
    ],
    cwd: folder,
    env: {
      ...env,
      PYTHONPATH: [HOOKS, env.PYTHONPATH].filter(Boolean).join(delimiter),
      SCHEMATHESIS_HOOKS: 'hooks',
      SAFARNAMA_URL: url,
      SAFARNAMA_EMAIL: PERSON.email,
      SAFARNAMA_PASSWORD: PERSON.password,
      SAFARNAMA_SEED: String(seed),
    },
  });
  const { table, line } = countByCall(await readFile(report, 'utf8'), seed);
  process.stdout.write(`${table}\n${line}\n`);
  return code ?? 1;
}

/**
 * @param {string[]} args
 * @returns {{ seed: number, maxExamples: number }}
 */
function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { seed: { type: 'string' }, 'max-examples': { type: 'string', default: '50' } },
    });
    const seed = Number(values.seed ?? randomInt(2 ** 31 - 1));
    const maxExamples = Number(values['max-examples']);
    if (!Number.isInteger(seed) || !Number.isInteger(maxExamples) || maxExamples < 1)
      throw new Error('not a number');
    return { seed, maxExamples };
  } catch (error) {
    throw new CommandError(
      `npm run fuzz -- [--seed NUMBER] [--max-examples NUMBER]: ${error instanceof Error ? error.message : error}.`,
    );
  }
}
