import { dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

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

const ROUTER_FILE = /[\\/]react-router[\\/]dist[\\/]development[\\/][^\\/]+\.mjs$/;
const ROUTER_WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';

/** Removes unused parts of libraries from the build, which saves about 9 kB (gzip) on a first visit. */
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
      // The package gives bundlers its development build, which differs only in this line.
      name: 'trim-react-router',
      apply: 'build',
      transform: {
        filter: { id: ROUTER_FILE, code: ROUTER_WARNINGS },
        handler: (code) => ({
          code: code.replace(ROUTER_WARNINGS, 'var ENABLE_DEV_WARNINGS = false;'),
          map: null,
        }),
      },
    },
  ];
}
