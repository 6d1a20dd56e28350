import type { AxiosInstance, AxiosProgressEvent } from 'axios';
import { API_ORIGIN } from '../config/env.ts';

interface TransportRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  /** Null: the request is never aborted. */
  signal: AbortSignal | null;
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
 * Sends requests with axios, whose script is loaded after the first page. Until then, GET requests, which need none of
 * its features, are sent with `fetch`.
 *
 * @param importAxios - loads the script.
 */
export function createTransport(importAxios: () => Promise<AxiosInstance>) {
  let axios: AxiosInstance | null = null;

  /** Loads axios. @throws when the script cannot be loaded; the next call tries again. */
  async function load(): Promise<AxiosInstance> {
    axios ??= await importAxios();
    return axios;
  }

  /** @throws when there is no response. */
  async function send<Data>(request: TransportRequest): Promise<TransportResponse<Data>> {
    if (!axios && request.method === 'GET') return sendByFetch(request);
    const { method, url, headers, body, signal, onProgress } = request;
    return (await load()).request<Data>({
      method,
      url,
      headers,
      data: body,
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

async function sendByFetch<Data>({
  url,
  headers,
  signal,
}: TransportRequest): Promise<TransportResponse<Data>> {
  const response = await fetch(API_ORIGIN + url, {
    credentials: 'include',
    headers,
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
