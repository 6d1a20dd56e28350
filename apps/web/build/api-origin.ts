/** Values of HOST with which the API listens on 127.0.0.1 (too). */
const ANY_ADDRESS = ['', '0.0.0.0', '::'];

/** Returns the URL, without a path, under which this machine reaches the API that listens on HOST and PORT. */
export function apiOrigin({ HOST = '', PORT = '3000' }: Record<string, string | undefined>): string {
  const host = ANY_ADDRESS.includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
