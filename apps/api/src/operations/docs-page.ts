import express, { type RequestHandler, Router } from 'express';
// The package's main file would also load the page's script, 1.5 MB, into the server.
import absolutePath from 'swagger-ui-dist/absolute-path.js';

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Starts Swagger UI. A file of its own, because the content security policy forbids inline scripts. */
const START_SCRIPT = `window.ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Safarnama API</title>
    <link rel="icon" href="/api/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="docs"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

/** The page at `/api/docs`. */
export function docsPage(): string {
  return PAGE;
}

/** Serves the page's assets from the installed package, so that it loads nothing from another host. */
export function docsAssets(): RequestHandler {
  const router = Router();
  const folder = absolutePath();
  router.get('/start.js', (_req, res) => {
    res.type('js').send(START_SCRIPT);
  });
  const serve = express.static(folder, { index: false, maxAge: '1d' });
  router.get(
    ASSETS.map((name) => `/${name}`),
    serve,
  );
  return router;
}
