/*
 * A small substitute for React that creates DOM elements once, without state, effects and event handlers. The build of
 * the first story (`build/build-script.ts`) uses it for the app's own components, because React itself arrives much
 * later on a slow connection.
 */

type Props = Record<string, unknown>;
type Component = (props: Props, ref?: null) => unknown;

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse', 'g']);

/** Properties of elements that are not attributes; only React uses them. */
const NOT_ATTRIBUTES = new Set(['key', 'suppressHydrationWarning']);

/** Creates an element, or the elements of a component. */
export function jsx(type: string | Component, { children, ...attributes }: Props): unknown {
  if (typeof type === 'function') return type({ ...attributes, children });
  const element = SVG_TAGS.has(type)
    ? document.createElementNS(SVG_NAMESPACE, type)
    : document.createElement(type);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...toNodes(children));
  return element;
}
export const jsxs: typeof jsx = (type, props) => jsx(type, props);
export const Fragment: Component = ({ children }) => children;

export function createElement(
  type: string | Component,
  props: Props | null,
  ...children: unknown[]
): unknown {
  return jsx(type, { ...props, ...(children.length > 0 && { children }) });
}

/** Returns the nodes and texts in the result of `jsx`. */
export function toNodes(rendered: unknown): (Node | string)[] {
  if (Array.isArray(rendered)) return rendered.flatMap(toNodes);
  if (rendered instanceof Node) return [rendered];
  return typeof rendered === 'string' || typeof rendered === 'number' ? [String(rendered)] : [];
}

function setAttribute(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (name === 'style') {
    for (const [property, setting] of Object.entries(value ?? {})) {
      element.style.setProperty(toKebabCase(property), String(setting));
    }
    return;
  }
  const isAria = name.startsWith('aria-');
  if (value === undefined || value === null || typeof value === 'function') return;
  if ((value === false && !isAria) || NOT_ATTRIBUTES.has(name)) return;
  element.setAttribute(attributeName(name), value === true && !isAria ? '' : String(value));
}

/** HTML elements convert names to lower case. Of the SVG attributes in use, only those of strokes have hyphens. */
function attributeName(name: string): string {
  if (name === 'className') return 'class';
  return name.startsWith('stroke') ? toKebabCase(name) : name;
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export const memo = (component: Component) => component;
export const forwardRef = (render: Component) => (props: Props) => render(props, null);
export const useState = (initial: unknown) => [
  typeof initial === 'function' ? initial() : initial,
  () => undefined,
];
export const useMemo = (create: () => unknown) => create();
export const useCallback = (callback: unknown) => callback;
export const useSyncExternalStore = (_subscribe: unknown, getSnapshot: () => unknown) => getSnapshot();
export const useRef = (current: unknown) => ({ current });
export const useEffect = () => undefined;
export const useEffectEvent = (callback: unknown) => callback;
export const createContext = (value: unknown) => ({ value });
export const useContext = ({ value }: { value: unknown }) => value;
