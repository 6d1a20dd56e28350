import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.js';
import { imageQuerySchema } from './primitives.js';

const TAG = 'Operations';

const readinessSchema = z.object({
  database: z.enum(['up', 'down']),
  /** Present only where Redis is configured. */
  redis: z.exactOptional(z.enum(['up', 'down'])),
});

/** Documentation, pictures, health and metrics. */
export const operationsEndpoints = {
  'GET /api/docs': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getDocsPage',
    summary: 'Get this documentation as a page',
    responses: { 200: 'text/html' },
    needsDatabase: false,
  },
  'GET /api/openapi.json': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getOpenApiDocument',
    summary: 'Get this documentation as an OpenAPI document',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
    needsDatabase: false,
  },
  'GET /media/:key': {
    access: 'anyone',
    acceptsSession: true,
    tag: 'Pictures',
    operationId: 'getPicture',
    summary:
      'Get a picture; guests only get those of public stories and their authors, and a picture in a conversation is available only to its two users',
    params: z.object({ key: z.string() }),
    query: imageQuerySchema,
    responses: { 200: 'image/webp, image/jpeg' },
    errors: [400, 401, 404],
  },
  'GET /health/live': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getLiveness',
    summary: 'Check that the process runs',
    responses: { 200: z.object({ status: z.literal('up') }) },
    needsDatabase: false,
  },
  'GET /health/ready': {
    access: 'anyone',
    tag: TAG,
    operationId: 'getReadiness',
    summary: 'Check that the database is available; 503 if it is not',
    responses: { 200: readinessSchema, 503: readinessSchema },
    needsDatabase: false,
  },
  'GET /metrics': {
    access: 'operator',
    tag: TAG,
    operationId: 'getMetrics',
    summary: 'Get metrics in the Prometheus text format',
    responses: { 200: 'text/plain' },
    errors: [403],
    needsDatabase: false,
  },
} as const satisfies Record<string, Endpoint>;
