import { API_ORIGIN } from '../config/env.ts';
import { ApiError, createApiError, reportUnauthorized, userIdHeaders } from '../lib/api-client.ts';

const ENDPOINT = `${API_ORIGIN}/api/media/uploads`;
/** At 400 kbit/s, one request takes five seconds, which is the maximum that has to be sent again after a disconnect. */
const CHUNK_BYTES = 256 * 1024;

export interface UploadOptions {
  /** The upload to continue; null begins a new one. */
  uploadUrl: string | null;
  /** Called with the URL of a new upload. */
  onUrl: (uploadUrl: string) => void;
  /** Called with the sent part, 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a picture of a story's text with the tus protocol, in parts, so that it can be continued after a disconnect.
 * A failure is not retried. An aborted upload never settles.
 *
 * @returns the URL of the picture.
 * @throws ApiError like `request`; 404 or 410 when the upload to continue no longer exists.
 */
export async function uploadPicture(
  picture: Blob,
  { uploadUrl, onUrl, onProgress, signal }: UploadOptions,
): Promise<string> {
  const { Upload } = await import('tus-js-client').catch(() => {
    throw new ApiError(0, '', '');
  });
  return new Promise((resolve, reject) => {
    const upload = new Upload(picture, {
      // With an endpoint, tus would begin a new upload after any error of the old one, such as a rate limit.
      endpoint: uploadUrl === null ? ENDPOINT : null,
      uploadUrl,
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      headers: userIdHeaders(),
      onBeforeRequest: (request) => {
        // The session cookie also goes to an API of another origin. In browsers, requests are XMLHttpRequests.
        (request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
      },
      onUploadUrlAvailable: () => {
        if (upload.url !== null && upload.url !== uploadUrl) onUrl(upload.url);
      },
      onProgress: (sentBytes, totalBytes) => onProgress(sentBytes / totalBytes),
      onSuccess: ({ lastResponse }) => {
        const path = lastResponse.getHeader('Upload-Media');
        // A captive portal answers every request with 200.
        if (path?.startsWith('/media/')) resolve(API_ORIGIN + path);
        else reject(new ApiError(0, '', ''));
      },
      onError: (error) => {
        const apiError = toApiError(error);
        if (apiError.status === 401) reportUnauthorized();
        reject(apiError);
      },
    });
    if (signal.aborted) return;
    signal.addEventListener('abort', () => void upload.abort(), { once: true });
    upload.start();
  });
}

function toApiError(error: Error): ApiError {
  const response = 'originalResponse' in error ? (error as TusError).originalResponse : null;
  if (!response) return new ApiError(0, '', '');
  return createApiError(
    response.getStatus(),
    parseBody(response.getBody()),
    response.getHeader('Retry-After'),
  );
}

interface TusError {
  originalResponse: {
    getStatus: () => number;
    getHeader: (name: string) => string | undefined;
    getBody: () => string;
  } | null;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
