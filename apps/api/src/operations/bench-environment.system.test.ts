import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBenchEnvironment } from '../../bench/environment.js';

describe('createBenchEnvironment', () => {
  it('in a shell with the settings of a deployment: starts the product without them', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1');
    vi.stubEnv('METRICS_TOKEN', 'the token of a deployment');
    const environment = await createBenchEnvironment();
    onTestFinished(() => environment.close());

    const health = await fetch(`${environment.api.url}/health/ready`);
    const metrics = await fetch(`${environment.api.url}/metrics`);

    expect(await health.json()).toEqual({ database: 'up' });
    expect(metrics.status).toBe(200);
  });
});
