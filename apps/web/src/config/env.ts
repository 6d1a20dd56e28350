/**
 * Where the API is when it is not where the page comes from (`https://api.example.org`, no slash at the end).
 * Empty for the same origin, the usual case; the API then needs the page's origin in WEB_ORIGINS.
 */
export const API_ORIGIN: string = import.meta.env.VITE_API_ORIGIN ?? '';
