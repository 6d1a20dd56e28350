/**
 * Origin of the API when it differs from the page's (`https://api.example.org`, no trailing slash). The API then
 * needs the page's origin in WEB_ORIGINS. Empty for the same origin, the usual case.
 */
export const API_ORIGIN: string = import.meta.env.VITE_API_ORIGIN ?? '';
