import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCommandEnvironment, withDotEnv, withoutDeployment } from './environment.mjs';
import { ROOT } from './paths.mjs';

describe('createCommandEnvironment', () => {
  it("with npm's own variables: removes them, except those for the access to the registry", () => {
    const childEnv = createCommandEnvironment({
      PATH: '/bin',
      npm_config_user_agent: 'npm/11',
      npm_config_local_prefix: '/x',
      npm_package_name: 'safarnama',
      npm_lifecycle_event: 'start',
      npm_execpath: '/npm',
      npm_config_registry: 'https://registry.example',
      npm_config_https_proxy: 'http://proxy.example',
      'npm_config_@scope:registry': 'https://scope.example',
      npm_config_cafile: '/ca.pem',
    });

    expect(Object.keys(childEnv).filter((name) => name.startsWith('npm_'))).toEqual([
      'npm_config_registry',
      'npm_config_https_proxy',
      'npm_config_@scope:registry',
      'npm_config_cafile',
    ]);
    expect(childEnv.PATH).toBe('/bin');
  });

  it('with NODE_ENV=production: removes it, because builds and tests need all packages', () => {
    expect(createCommandEnvironment({ NODE_ENV: 'production' })).not.toHaveProperty('NODE_ENV');
  });

  it('disables telemetry', () => {
    expect(createCommandEnvironment({})).toMatchObject({ TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' });
  });
});

describe('the environment of turbo', () => {
  it('passes on every setting of .env.example and the credentials of a bucket', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const settings = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) =>
      name.replace(/^AWS_.*/, 'AWS_*'),
    );
    const { globalPassThroughEnv } = JSON.parse(readFileSync(join(ROOT, 'turbo.json'), 'utf8'));

    expect(globalPassThroughEnv).toEqual(expect.arrayContaining(settings));
  });
});

describe('the environment of turbo, for the installation of a database', () => {
  it.each(['MONGOMS_*', 'REQUESTS_CA_BUNDLE', 'PIP_*', 'npm_config_*'])('passes on %s', (name) => {
    const { globalPassThroughEnv } = JSON.parse(readFileSync(join(ROOT, 'turbo.json'), 'utf8'));

    expect(globalPassThroughEnv).toContain(name);
  });
});

describe('withDotEnv', () => {
  const folder = mkdtempSync(join(tmpdir(), 'safarnama-env-'));
  const file = join(folder, '.env');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('with a file: adds its settings, and variables that are already set take precedence', () => {
    writeFileSync(file, '# a comment\nPORT=4000\nDATA_DIR="two words"\n');

    expect(withDotEnv({ PORT: '5000' }, file)).toEqual({ PORT: '5000', DATA_DIR: 'two words' });
  });

  it('with NODE_ENV in the file: leaves it out, because builds need all packages', () => {
    writeFileSync(file, 'NODE_ENV=production\nPORT=4000\n');

    expect(withDotEnv({}, file)).toEqual({ PORT: '4000' });
  });

  it('without a file: returns the environment unchanged', () => {
    expect(withDotEnv({ PORT: '5000' }, join(folder, 'none'))).toEqual({ PORT: '5000' });
  });
});

describe('withoutDeployment', () => {
  it('with the settings of a deployment: removes its database, bucket, Redis and addresses', () => {
    const env = withoutDeployment({
      PATH: '/bin',
      HOST: '0.0.0.0',
      MONGODB_URI: 'mongodb://db.example/site',
      STORAGE_URL: 's3://pictures',
      REDIS_URL: 'redis://redis.example',
      PUBLIC_URL: 'https://stories.example',
      WEB_ORIGINS: 'https://other.example',
    });

    expect(env).toEqual({ PATH: '/bin' });
  });
});
