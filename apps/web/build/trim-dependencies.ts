import { dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

type Trim = readonly [part: RegExp, replacement: string];

/** Replacements for axios files that the app never runs. */
const AXIOS_STUBS: Readonly<Record<string, string>> = {
  // axios prefers XMLHttpRequest, which every browser has. These exports mark the fetch adapter as unsupported.
  'adapters/fetch': 'export const getFetch = () => null; export default null;',
  // All bodies are JSON, lib/api-client.ts builds the URLs, and requests are aborted by signals.
  'helpers/toFormData': 'export default null;',
  'helpers/formDataToJSON': 'export default null;',
  'helpers/toURLEncodedForm': 'export default null;',
  'helpers/AxiosURLSearchParams': 'export default null;',
  'helpers/HttpStatusCode': 'export default null;',
  'cancel/CancelToken': 'export default null;',
};
const AXIOS_FILE = new RegExp(`[\\\\/]axios[\\\\/]lib[\\\\/](${Object.keys(AXIOS_STUBS).join('|')})\\.js$`);

/** The list of common passwords, and how many of them `components/rate-password.ts` uses. */
const PASSWORDS_FILE = /[\\/]@zxcvbn-ts[\\/]language-common[\\/]dist[\\/]passwords\.json\.mjs$/;
const COMMON_PASSWORDS = 10_000;

const ICON_FACTORY_FILE = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/;
/**
 * Creates an icon from its data with the same markup as the package. The factory of the package merges defaults,
 * contexts and class names in each rendering of each icon. All icons are decorative.
 */
const ICON_FACTORY = `
import { createElement } from 'react';
const ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none',
  stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
};
export default function createLucideIcon({ name, aliases = [], node }) {
  const names = ['lucide', ...[name, ...aliases].map((each) => 'lucide-' + each)].join(' ');
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className = '', ...props }) =>
    createElement('svg', { ...ATTRIBUTES, className: names + ' ' + className, 'aria-hidden': true, ...props }, children);
}`;

const ROUTER_FILE = /[\\/]react-router[\\/]dist[\\/]development[\\/][^\\/]+\.mjs$/;
const ROUTER_WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';
/**
 * Removes parts of the router for its framework mode, for routes with loaders and for server components: the app has
 * none.
 */
const ROUTER_TRIMS: readonly Trim[] = [
  // The package gives bundlers its development build, which differs only in this line.
  [/var ENABLE_DEV_WARNINGS = true;/, 'var ENABLE_DEV_WARNINGS = false;'],
  // Otherwise each link has two states and two effects for the prefetch of its page.
  [functionBody('usePrefetchBehavior'), 'function usePrefetchBehavior() { return [false, null, {}]; }'],
  [functionBody('PrefetchPageLinks'), 'function PrefetchPageLinks() { return null; }'],
  [functionBody('useViewTransitionState'), 'function useViewTransitionState() { return false; }'],
  [/let dataRouterState = dataRouterOpts\?\.state;/, 'const dataRouterState = null;'],
  [functionBody('useNavigate'), 'function useNavigate() { return useNavigateUnstable(); }'],
  [/let dataRouterContext = .*\n +if \(dataRouterContext && dataRouterContext\.static [\s\S]*?\n {2}\}/, ''],
  // Contexts of parts that are removed: the bundler drops an unused one only if creating it has no effects.
  [/^\w+Context\.displayName = "\w+";$/gm, ''],
  [/(?<=^var (?:\w+Context|MemoizedDataRoutes) = )(?=React)/gm, '/* @__PURE__ */ '],
  [/let routerState = .*;/, 'const routerState = null;'],
  // Properties of routes with loaders.
  [/^ +middleware: element\.props[\s\S]*?lazy: element\.props\.lazy$/m, ''],
  // Warnings for developers, which are shown in the console only.
  [/^( +)warning\((?:.*\);$|\n[\s\S]*?^\1\);$)/gm, ''],
  [/RenderErrorBoundary\.contextType = RSCRouterContext;/, ''],
  [/var Form = React(\d*)\.forwardRef\(/, 'var Form = /* @__PURE__ */ React$1.forwardRef('],
  [/Form\.displayName = "Form";/, ''],
];

const MESSAGE_FORMAT_FILE = /[\\/]intl-messageformat[\\/]index\.js$/;
const MESSAGE_FORMAT_TRIMS: readonly Trim[] = [
  // Named formats of dates and numbers, which no message uses: dates are formatted by `Intl` itself.
  [/this\.formats = \{[\s\S]*?\n\t\t\};/, 'this.formats = { number: {}, date: {}, time: {} };'],
  [/this\.formats = mergeConfigs\(.*\);/, 'this.formats = IntlMessageFormat.formats;'],
  // The formatters are in `src/i18n/formatters.ts`.
  [/opts && opts\.formatters \|\| createDefaultFormatters\(this\.formatterCache\)/, 'opts.formatters'],
  // Messages are parsed at build time, and their locale is always supported.
  [/this\.resolvedLocale = IntlMessageFormat\.resolveLocale\(locales\);/, ''],
  [/if \(typeof message === "string"\) \{[\s\S]*?\} else this\.ast = message;/, 'this.ast = message;'],
  [/this\.resolveLocale = \(locales\) => \{[\s\S]*?\n\t\t\};/, ''],
  [/if \(isDateElement\(el\)\) \{[\s\S]*?(?=if \(isNumberElement)/, ''],
  [/if \(!Intl\.PluralRules\) throw [\s\S]*?, originalMessage\);/, ''],
];

/** Removes unused parts of libraries from the build, which saves about 10 kB (gzip) on a first visit. */
export function trimDependencies(): Plugin[] {
  return [
    {
      name: 'trim-axios',
      apply: 'build',
      load: {
        filter: { id: AXIOS_FILE },
        handler: (id) => AXIOS_STUBS[AXIOS_FILE.exec(id)?.[1]?.replaceAll('\\', '/') ?? ''],
      },
    },
    {
      name: 'trim-icons',
      apply: 'build',
      load: { filter: { id: ICON_FACTORY_FILE }, handler: () => ICON_FACTORY },
    },
    {
      // The full list has 49,000 passwords; trimming it saves about 170 kB (gzip) when a new password is typed.
      name: 'trim-passwords',
      apply: 'build',
      load: {
        filter: { id: PASSWORDS_FILE },
        handler: () => {
          const passwords = dictionary['passwords-common'].slice(0, COMMON_PASSWORDS);
          return `export default ${JSON.stringify(passwords.join('\n'))}.split('\\n');`;
        },
      },
    },
    {
      name: 'trim-message-format',
      apply: 'build',
      transform: {
        filter: { id: MESSAGE_FORMAT_FILE },
        handler: (code) => ({ code: trim(code, MESSAGE_FORMAT_TRIMS), map: null }),
      },
    },
    {
      name: 'trim-react-router',
      apply: 'build',
      transform: {
        filter: { id: ROUTER_FILE, code: ROUTER_WARNINGS },
        handler: (code) => ({ code: trim(code, ROUTER_TRIMS), map: null }),
      },
    },
  ];
}

/** @throws when a part is missing: a new version of the package needs other trims. */
function trim(code: string, trims: readonly Trim[]): string {
  return trims.reduce((trimmed, [part, replacement]) => {
    if (!part.test(trimmed)) throw new Error(`A dependency no longer contains ${part}`);
    return trimmed.replace(part, replacement);
  }, code);
}

/** Matches a function at the top level of a module. */
function functionBody(name: string): RegExp {
  return new RegExp(`^function ${name}\\([\\s\\S]*?^\\}`, 'm');
}
