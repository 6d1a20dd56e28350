import type { AxiosInstance, AxiosProgressEvent } from 'axios';
import { API_ORIGIN } from '../config/env.ts';
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts';
import { withTimeout } from './with-timeout.ts';

/** Maximum wait for axios: the connection that loads it may be dead, which a browser notices only after minutes. */
const LOAD_TIMEOUT_MS = 5_000;

interface TransportRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  data: unknown;
  /** Replaces the timeout; null: the request is never aborted. */
  signal: AbortSignal | null | undefined;
  /** Called with the uploaded fraction of the body, 0 to 1. */
  onProgress: ((sent: number) => void) | undefined;
}

/** A response with any status. */
export interface TransportResponse<Data> {
  status: number;
  /** The parsed body; text if it is not JSON. */
  data: Data;
  /** By lower-case names. */
  headers: Readonly<Record<string, unknown>>;
}

/**
 * Sends requests with axios, whose script is loaded after the first page, if only for the first request that needs it.
 * Until then, GET requests, which need none of its features, are sent with `fetch`. If the script cannot be loaded or
 * takes too long, all requests are, without their progress: many browsers never load a script again that has failed
 * once.
 *
 * @param importAxios - loads the script.
 */
export function createTransport(importAxios: () => Promise<AxiosInstance>) {
  let axios: AxiosInstance | null = null;
  let isLoadSlow = false;

  /** Loads axios. If the script cannot be loaded, the next call tries again. */
  async function load(): Promise<void> {
    axios ??= await importAxios().catch(() => null);
  }

  /** @throws when there is no response. */
  async function send<Data>(request: TransportRequest): Promise<TransportResponse<Data>> {
    if (!axios && !isLoadSlow && request.method !== 'GET') {
      await withTimeout(load(), LOAD_TIMEOUT_MS).catch(() => {
        isLoadSlow = true;
      });
    }
    // The timeout starts here, so that waiting for the script takes no time of the request.
    const { signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS), onProgress, ...config } = request;
    if (!axios) return sendByFetch(config, signal);
    return axios.request<Data>({
      ...config,
      ...(signal && { signal }),
      ...(onProgress && {
        onUploadProgress: ({ progress }: AxiosProgressEvent) => {
          if (progress !== undefined) onProgress(progress);
        },
      }),
    });
  }

  return { load, send };
}

async function sendByFetch<Data>(
  { method, url, headers, data: body }: Pick<TransportRequest, 'method' | 'url' | 'headers' | 'data'>,
  signal: AbortSignal | null,
): Promise<TransportResponse<Data>> {
  const response = await fetch(API_ORIGIN + url, {
    method,
    credentials: 'include',
    headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  const text = await response.text();
  let data = text as Data;
  try {
    data = JSON.parse(text);
  } catch {
    // The HTML page of a proxy stays text.
  }
  return { status: response.status, data, headers: Object.fromEntries(response.headers) };
}
