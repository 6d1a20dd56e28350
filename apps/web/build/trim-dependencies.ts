import { dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

/** Files of axios that the app never runs, by what stands in for each of them. */
const AXIOS_STUBS: Readonly<Record<string, string>> = {
  // Every browser has the first way to the network, XMLHttpRequest, and axios takes it whenever it is there. This is
  // what axios itself expects of an adapter that the environment does not have.
  'adapters/fetch': 'export const getFetch = () => null; export default null;',
  // All bodies are JSON, addresses are made by lib/api-client.ts, and calls are cancelled by signals.
  'helpers/toFormData': 'export default null;',
  'helpers/formDataToJSON': 'export default null;',
  'helpers/toURLEncodedForm': 'export default null;',
  'helpers/AxiosURLSearchParams': 'export default null;',
  'helpers/HttpStatusCode': 'export default null;',
  'cancel/CancelToken': 'export default null;',
};
const AXIOS_FILE = new RegExp(`[\\\\/]axios[\\\\/]lib[\\\\/](${Object.keys(AXIOS_STUBS).join('|')})\\.js$`);

/** The list of common passwords that the hint on a new one reads; the app asks for no more of them. */
const PASSWORDS_FILE = /[\\/]@zxcvbn-ts[\\/]language-common[\\/]dist[\\/]passwords\.json\.mjs$/;
const COMMON_PASSWORDS = 10_000;

const ROUTER_FILE = /[\\/]react-router[\\/]dist[\\/]development[\\/][^\\/]+\.mjs$/;
const ROUTER_WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';

/** Leaves out of the built app what libraries bring for others: some 9 kB (gzip) less for each first visit. */
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
      // Of 49,000: some 170 kB (gzip) less for whoever chooses a password.
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
      // Its package gives bundlers the build for development, which differs in this one line.
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
