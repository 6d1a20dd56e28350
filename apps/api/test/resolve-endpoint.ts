/**
 * Returns the method and the path of an endpoint such as `GET /api/user/:id`.
 *
 * @param getParam - returns the value of a path parameter.
 */
export function resolveEndpoint(
  key: string,
  getParam: (name: string) => string | undefined,
): { method: string; path: string } {
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(getParam(name) ?? ''));
  return { method, path };
}
