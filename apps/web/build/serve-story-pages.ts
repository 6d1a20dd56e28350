import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from '@safarnama/contracts';
import type { Plugin, ViteDevServer } from 'vite';

const STORY_PATH = /^\/post\/([^/?#]+)$/;

/**
 * Responds in development as the API does in production: a guest gets the complete page of a public story.
 *
 * @param api - origin of the API.
 */
export function serveStoryPages(api: string): Plugin {
  return {
    name: 'serve-story-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        renderPage(server, api, req).then((page) => {
          if (page === null) return next();
          res.setHeader('Content-Type', 'text/html; charset=utf-8');
          res.setHeader('Cache-Control', 'no-cache');
          res.setHeader('Vary', 'Cookie, Accept-Language');
          res.end(page);
        }, next);
      });
    },
  };
}

/** @returns null for anything but the page of a public story that a guest has requested. */
async function renderPage(server: ViteDevServer, api: string, req: IncomingMessage): Promise<string | null> {
  const { pathname } = new URL(req.url ?? '/', 'http://relative.invalid');
  const slug = STORY_PATH.exec(pathname)?.[1];
  if (slug === undefined || !['GET', 'HEAD'].includes(req.method ?? '')) return null;
  const { cookie = '', host = '', 'accept-language': accepted = '' } = req.headers;
  const session = await fetch(`${api}/api/auth/check-auth`, { headers: { cookie } });
  const response = session.status === 401 ? await fetch(`${api}/api/public/post/${slug}`) : null;
  if (!response?.ok) return null;
  const { post } = await response.json();
  const source = readFileSync(path.join(server.config.root, 'index.html'), 'utf8');
  const template = await server.transformIndexHtml(pathname, source);
  const bundle = await server.ssrLoadModule('/src/story-page/main.tsx');
  const language = findLanguage(cookie, accepted);
  return bundle['buildStoryPage']({
    template: template.replace('<html lang="en"', `<html lang="${language}"`),
    language,
    post,
    rendered: bundle['renderStory'](post, language),
    origin: `http://${host}`,
    head: '<meta name="session" content="none" />',
  });
}

/**
 * Chooses the language of the reader in the same order as the API, which also compares the weights of the accepted
 * languages.
 */
function findLanguage(cookie: string, accepted: string): Language {
  const chosen = cookie
    .split('; ')
    .map((each) => each.split('='))
    .find(([name]) => name === LANGUAGE_COOKIE)?.[1];
  const tags = [chosen, ...accepted.split(',').map((tag) => tag.trim().slice(0, 2))];
  return tags.map((tag) => LANGUAGES.find((language) => language === tag)).find(Boolean) ?? 'en';
}
