import type { APIRequestContext } from '@playwright/test';
import { drawPicture } from './draw-picture.ts';

/** Uploads a JPEG picture over HTTP, as the editor does. @returns its URL. */
export async function uploadPicture(client: APIRequestContext, width = 1200): Promise<string> {
  const bytes = await drawPicture(width);
  const tus = { 'Tus-Resumable': '1.0.0' };
  const created = await client.post('/api/media/uploads', {
    headers: { ...tus, 'Upload-Length': String(bytes.length) },
  });
  const sent = await client.patch(created.headers()['location'] ?? '', {
    headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    data: bytes,
  });
  const url = sent.headers()['upload-media'];
  if (url === undefined) throw new Error(`The picture was not stored: ${sent.status()}`);
  return url;
}

/** The markup of a picture in a story. */
export function figureHtml(url: string, alt: string, caption = ''): string {
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure><img src="${url}" alt="${alt}">${figcaption}</figure>`;
}
