import type { EndpointKey, Endpoints, ResponseOf } from '@safarnama/contracts';
import type { Request, Response } from 'express';
import type * as z from 'zod/mini';
import type { Identity } from '../auth/identity.js';

type Parsed<E, F extends string> = E extends { [K in F]: infer S extends z.core.$ZodType }
  ? z.output<S>
  : undefined;

/** What a handler gets: everything parsed by the endpoint's schemas. */
export interface Call<K extends EndpointKey> {
  params: Parsed<Endpoints[K], 'params'>;
  query: Parsed<Endpoints[K], 'query'>;
  body: Parsed<Endpoints[K], 'body'>;
  /** Who calls; null only where `access` is `anyone` or `operator`. */
  me: Endpoints[K]['access'] extends 'user' | 'owner' ? Identity : Identity | null;
  req: Request;
  res: Response;
}

/** An answer with another status than 200. */
export class ResponseWithStatus<T> {
  readonly status: number;
  readonly body: T;

  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

/** 201 for a created thing, 200 for one that was there already. */
export function created<T>(body: T, isNew = true): ResponseWithStatus<T> {
  return new ResponseWithStatus(isNew ? 201 : 200, body);
}

type ResponseBody<K extends EndpointKey> = ResponseOf<K>;

/**
 * Answers one endpoint. What it returns is sent as JSON (200, or the status of a `Reply`);
 * `undefined` means that it wrote to `res` itself.
 */
export type Handler<K extends EndpointKey> = (
  call: Call<K>,
) =>
  | Promise<ResponseBody<K> | ResponseWithStatus<ResponseBody<K>> | undefined>
  | ResponseBody<K>
  | ResponseWithStatus<ResponseBody<K>>
  | undefined;

/** Handlers by endpoint: what each feature's `*.routes.ts` gives for its rows of the table. */
export type Routes<K extends EndpointKey = EndpointKey> = { readonly [P in K]: Handler<P> };
