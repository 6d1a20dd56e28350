export const IMPORT_USAGE = 'npm run import -- FILE [--url http://localhost:3000] [--email E] [--password P]';
