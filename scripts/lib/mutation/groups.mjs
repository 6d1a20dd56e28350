/**
 * Files of one package that are mutated together.
 *
 * @typedef {object} Part
 * @property {'apps/api' | 'apps/web' | 'packages/contracts'} folder - of the package.
 * @property {string[]} files - the mutated files, relative to the package.
 * @property {string[]} tests - the test files that must detect the mutants; others are not run, to save time.
 */
/** @typedef {{ name: string, parts: Part[] }} Group */

/** @type {readonly Group[]} */
export const GROUPS = [
  {
    name: 'presence',
    parts: [
      {
        folder: 'apps/api',
        files: [
          'src/realtime/local-users.ts',
          'src/realtime/presence.ts',
          'src/realtime/presence-snapshots.ts',
          'src/realtime/presence-views.ts',
        ],
        tests: [
          'src/realtime/local-users.test.ts',
          'src/realtime/presence.test.ts',
          'src/realtime/presence-snapshots.test.ts',
          'src/realtime/presence-views.test.ts',
        ],
      },
    ],
  },
  {
    name: 'ordering',
    parts: [
      {
        folder: 'apps/api',
        files: ['src/message/append.ts', 'src/lib/keyed-queue.ts'],
        tests: ['src/message/append.test.ts', 'src/lib/keyed-queue.test.ts'],
      },
      {
        folder: 'apps/api',
        files: ['src/message/change-log.ts', 'src/message/message.service.ts'],
        tests: [
          'src/message/message-change.test.ts',
          'src/message/message-order.test.ts',
          'src/message/contacts.test.ts',
          'src/message/message.routes.test.ts',
          'src/message/quote.test.ts',
        ],
      },
      {
        folder: 'apps/web',
        files: ['src/stores/chat/conversation-state.ts', 'src/stores/chat/conversation-merge.ts'],
        tests: ['src/stores/chat/conversation-state.test.ts'],
      },
    ],
  },
  {
    name: 'slug',
    parts: [{ folder: 'packages/contracts', files: ['src/slug.ts'], tests: ['src/slug.test.ts'] }],
  },
  {
    name: 'session',
    parts: [
      {
        folder: 'apps/api',
        files: ['src/auth/session-token.ts'],
        tests: ['src/auth/session-token.test.ts'],
      },
      {
        folder: 'apps/api',
        files: ['src/auth/identify.ts', 'src/auth/session.service.ts'],
        tests: [
          'src/auth/sessions.test.ts',
          'src/auth/auth.routes.test.ts',
          'src/realtime/session-watch.test.ts',
        ],
      },
    ],
  },
  {
    name: 'sanitizing',
    parts: [
      {
        folder: 'apps/api',
        files: [
          'src/text/markup.ts',
          'src/text/markup-tokens.ts',
          'src/text/normalize-markup.ts',
          'src/text/figures.ts',
        ],
        tests: ['src/text/markup.test.ts', 'src/text/normalize-markup.test.ts', 'src/text/figures.test.ts'],
      },
    ],
  },
];
