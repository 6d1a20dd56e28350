/** Sends a request with a session's cookie, and a body as JSON. @throws Error for a status other than 2xx. */
export async function sendRequest(
  url: string,
  cookie: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`);
  return response;
}

const TEXT = 'The first boats left before the sun. Bells, smoke, marigolds, and the long stairs. '.repeat(40);

/** Publishes stories of a typical length, titled `Ghats at dawn 0`, `Ghats at dawn 1` and so on. */
export async function publishStories(apiUrl: string, cookie: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const body = {
      blogTitle: `Ghats at dawn ${n}`,
      blogContent: TEXT,
      blogImage: '',
      blogLocation: 'Varanasi',
    };
    await sendRequest(`${apiUrl}/api/post/create-post`, cookie, { method: 'POST', body });
  }
}
