export const ENTRY = 'src/main.tsx';

interface FirstPage {
  module: string;
  /** The picture at the top, if it is a fixed one. */
  picture: string | null;
  /** Requests of a page of a signed-in user. The app sends them when it starts, whatever the query of the URL. */
  requests: readonly string[];
}

export const SESSION_REQUEST = '/api/auth/check-auth';
const CONTACTS_REQUEST = '/api/message/get-all-users?limit=50';

/** The pages that most visits start on. */
export const FIRST_PAGES = {
  '/': { module: 'src/pages/home.page.tsx', picture: 'hills', requests: [SESSION_REQUEST] },
  '/post/:slug': { module: 'src/pages/post.page.tsx', picture: null, requests: [SESSION_REQUEST] },
  '/chat': {
    module: 'src/pages/chat.page.tsx',
    picture: null,
    requests: [SESSION_REQUEST, CONTACTS_REQUEST],
  },
  '/login': { module: 'src/pages/login.page.tsx', picture: 'ghats', requests: [] },
  '/signup': { module: 'src/pages/signup.page.tsx', picture: 'tea-hills', requests: [] },
} as const satisfies Record<string, FirstPage>;
export type FirstPath = keyof typeof FIRST_PAGES;

/** The page of a public story, for guests. */
export const PUBLIC_PAGE = 'src/pages/public-story.page.tsx';

/** Key of any other page of a signed-in user, and the chunk of the frame around all of them. */
export const MEMBERS = 'members';

export const LIST_REQUEST = '/api/post/getposts?view=card&limit=12';
/** Requests that the app sends when it starts on the home page with a session; see `src/app/start.ts`. */
export const FIRST_REQUESTS = [SESSION_REQUEST, LIST_REQUEST] as const;
