import type { AxiosRequestConfig } from 'axios';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpClient } from '../../lib/http-client.ts';
import { useAuthStore } from '../../stores/auth.store.ts';
import { buildUser } from '../../testing/factories.ts';
import { mockResponse } from '../../testing/server.ts';
import { saveProfile, UNCHANGED } from './save-profile.ts';

const user = buildUser();
const fields = { ...UNCHANGED, fullName: 'मीरा राव', profilePic: 'data:image/png;base64,iVBORw0KGgo=' };

/** Starts to save a photo, without a response. @returns the request, and the failure of the save. */
async function startSaving() {
  const started = new Promise<AxiosRequestConfig>((resolve) => {
    const send = vi.spyOn(httpClient, 'request').mockImplementationOnce((config) => {
      resolve(config);
      return new Promise(() => {});
    });
    onTestFinished(() => send.mockRestore());
  });
  const failure: { message?: string | undefined } = {};
  void saveProfile(fields, '').then((problem) => {
    failure.message = problem?.failure?.();
  });
  return { failure, sent: await started };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  useAuthStore.setState({ user, isAuthenticated: true });
});

describe('saveProfile: with a photo', () => {
  it('on a network that drops everything: fails after 20 s, and a later update is sent', async () => {
    const { failure, sent } = await startSaving();

    await vi.advanceTimersByTimeAsync(20_000);

    expect(failure.message).toBe('Profile Updation Failed');
    expect(sent.signal?.aborted).toBe(true);
    vi.useRealTimers();
    mockResponse('put', '/api/auth/update-profile', user);
    expect(await useAuthStore.getState().updateProfile({ fullName: user.fullName })).toBe(true);
  });

  it('on a slow network: continues while the upload makes progress, and up to 60 s after the upload', async () => {
    const { failure, sent } = await startSaving();

    for (const progress of [0.3, 0.6, 1]) {
      await vi.advanceTimersByTimeAsync(19_000);
      sent.onUploadProgress?.({ progress, loaded: 0, bytes: 0, lengthComputable: true });
    }
    await vi.advanceTimersByTimeAsync(59_000);
    expect(failure).toEqual({});
    await vi.advanceTimersByTimeAsync(1_000);

    expect(failure.message).toBe('Profile Updation Failed');
  });
});
