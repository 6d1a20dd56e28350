import type { EndpointKey, Endpoints, ResponseOf } from '@safarnama/contracts';
import type { Request, Response } from 'express';
import type * as z from 'zod/mini';
import type { Identity } from './identity.js';

type Parsed<E, F extends string> = E extends { [K in F]: infer S extends z.core.$ZodType }
  ? z.output<S>
  : undefined;

/** Input of a handler, parsed by the schemas of its endpoint. */
export interface Call<K extends EndpointKey> {
  params: Parsed<Endpoints[K], 'params'>;
  query: Parsed<Endpoints[K], 'query'>;
  body: Parsed<Endpoints[K], 'body'>;
  /** The signed-in user; null only where `access` is `anyone` or `operator`. */
  me: Endpoints[K]['access'] extends 'user' ? Identity : Identity | null;
  req: Request;
  res: Response;
}

/** A response with a status other than 200. */
export class ResponseWithStatus<T> {
  readonly status: number;
  readonly body: T;

  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

/** Builds a response with 201 for a new record, or 200 for one that was stored before. */
export function created<T>(body: T, isNew = true): ResponseWithStatus<T> {
  return new ResponseWithStatus(isNew ? 201 : 200, body);
}

type Result<K extends EndpointKey> = ResponseOf<K> | ResponseWithStatus<ResponseOf<K>> | undefined;

/**
 * Handles one endpoint. The result is sent as JSON with status 200, or with that of a `ResponseWithStatus`; a handler
 * that has written to `res` itself returns `undefined`.
 */
export type Handler<K extends EndpointKey> = (call: Call<K>) => Promise<Result<K>> | Result<K>;

/** Handlers by endpoint: each feature's `*.routes.ts` provides those for its rows of the endpoint table. */
export type Routes<K extends EndpointKey = EndpointKey> = { readonly [P in K]: Handler<P> };

/**
 * Starts reads that a handler depends on, while the session that a request names is looked up. Called with the user of
 * its valid token after the check of the origin, but before all others and before the parameters are parsed; not for a
 * user beyond a limit of the endpoint.
 */
export type Prefetch = (userId: string, params: Readonly<Record<string, unknown>>) => void;

/**
 * Checks fields that the schema of a body accepts while it rejects others, so that the error lists all of them. The
 * handler makes the same checks when the schema accepts the whole body.
 *
 * @param accepted - the fields that the schema has no objection to, as they were sent.
 * @throws AppError 400 with `fields`.
 */
export type BodyCheck = (accepted: Readonly<Record<string, unknown>>, userId: string) => unknown;

/** Checks by endpoint; most endpoints have none. */
export type BodyChecks = { readonly [P in EndpointKey]?: BodyCheck };

/** Prefetches by endpoint; most endpoints have none. */
export type Prefetches = { readonly [P in EndpointKey]?: Prefetch };
