import { jsx } from './static-react.ts';

/* The substitute for react-router-dom that belongs to `static-react.ts`. */

interface LinkProps extends Record<string, unknown> {
  to: string | { hash: string };
}

export function Link({ to, ...attributes }: LinkProps): unknown {
  const { pathname, search } = window.location;
  return jsx('a', { ...attributes, href: typeof to === 'string' ? to : pathname + search + to.hash });
}

export const useLocation = () => window.location;
