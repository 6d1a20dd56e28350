import type * as z from 'zod/mini';
import { authEndpoints } from './auth-endpoints.js';
import type { Schema } from './endpoint.js';
import { followEndpoints } from './follow-endpoints.js';
import { messageEndpoints } from './message-endpoints.js';
import { notificationEndpoints } from './notification-endpoints.js';
import { operationsEndpoints } from './operations-endpoints.js';
import { placeEndpoints } from './place-endpoints.js';
import { postEndpoints } from './post-endpoints.js';
import { publicEndpoints } from './public-endpoints.js';
import { searchEndpoints } from './search-endpoints.js';
import { uploadEndpoints } from './upload-endpoints.js';

export type { Access, Endpoint } from './endpoint.js';

/**
 * Every endpoint of the API by method and path; a path parameter is `:name`. Routes, guards and documentation derive
 * from it.
 */
export const endpoints = {
  ...authEndpoints,
  ...postEndpoints,
  ...placeEndpoints,
  ...followEndpoints,
  ...publicEndpoints,
  ...searchEndpoints,
  ...messageEndpoints,
  ...notificationEndpoints,
  ...uploadEndpoints,
  ...operationsEndpoints,
} as const;

export type Endpoints = typeof endpoints;
/** `METHOD /path`, as in the table. */
export type EndpointKey = keyof Endpoints;

type InputOf<E, F extends string> = E extends { [K in F]: infer S extends Schema } ? z.input<S> : undefined;
/** What a caller passes as path parameters, query and body of a request. */
export type ParamsOf<K extends EndpointKey> = InputOf<Endpoints[K], 'params'>;
export type QueryOf<K extends EndpointKey> = InputOf<Endpoints[K], 'query'>;
export type BodyOf<K extends EndpointKey> = InputOf<Endpoints[K], 'body'>;

type JsonResponse<A> = { [S in keyof A]: A[S] extends Schema ? z.output<A[S]> : never }[keyof A];
/** The JSON body of an endpoint's successful response. */
export type ResponseOf<K extends EndpointKey> = JsonResponse<Endpoints[K]['responses']>;
