import * as z from 'zod/mini';
import {
  loginInputSchema,
  privacySchema,
  resetPasswordInputSchema,
  sessionsResponseSchema,
  signupInputSchema,
  subscribeInputSchema,
  updateProfileInputSchema,
} from './auth.js';
import { type Endpoint, idParams } from './endpoint.js';
import { noticeSchema } from './primitives.js';
import { userResponseSchema, userSchema } from './user.js';

const TAG = 'Account';

const sessionCookieHeaders = z.object({
  'Set-Cookie': z.string().check(z.describe('The session cookie')),
});

/** Sign-in, sessions, settings of the account, and other users. */
export const authEndpoints = {
  'POST /api/auth/signup': {
    access: 'anyone',
    tag: TAG,
    operationId: 'signUp',
    summary: 'Create an account and sign in',
    body: signupInputSchema,
    responses: { 201: userSchema },
    responseHeaders: sessionCookieHeaders,
    errors: [400, 409],
    rateLimit: 'signup',
  },
  'POST /api/auth/login': {
    access: 'anyone',
    tag: TAG,
    operationId: 'logIn',
    summary: 'Sign in',
    body: loginInputSchema,
    responses: { 200: userSchema },
    responseHeaders: sessionCookieHeaders,
    errors: [400, 401],
  },
  'GET /api/auth/check-auth': {
    access: 'user',
    tag: TAG,
    operationId: 'getCurrentUser',
    summary: 'Get the signed-in user',
    responses: { 200: userSchema },
  },
  'POST /api/auth/logout': {
    access: 'anyone',
    acceptsSession: true,
    tag: TAG,
    operationId: 'logOut',
    summary: 'End the current session; succeeds without one',
    responses: { 200: noticeSchema },
    responseHeaders: z.object({ 'Set-Cookie': z.string().check(z.describe('Removes the session cookie')) }),
    errors: [401],
  },
  'PUT /api/auth/update-profile': {
    access: 'user',
    tag: TAG,
    operationId: 'updateProfile',
    summary: 'Change name, bio, picture, language or password',
    body: updateProfileInputSchema,
    responses: { 200: userSchema },
    errors: [400, 403],
    acceptsImage: true,
  },
  'POST /api/auth/reset-password': {
    access: 'anyone',
    tag: TAG,
    operationId: 'resetPassword',
    summary: 'Set a new password with a one-time link from the operator; ends every session of the user',
    body: resetPasswordInputSchema,
    responses: { 200: noticeSchema },
    errors: [400],
  },
  'GET /api/auth/sessions': {
    access: 'user',
    tag: TAG,
    operationId: 'listSessions',
    summary: "List the user's live sessions",
    responses: { 200: sessionsResponseSchema },
  },
  'DELETE /api/auth/sessions/:id': {
    access: 'user',
    tag: TAG,
    operationId: 'endSession',
    summary: "End one of the user's sessions",
    params: idParams,
    responses: { 200: noticeSchema },
    errors: [400, 404],
  },
  'POST /api/auth/logout-others': {
    access: 'user',
    tag: TAG,
    operationId: 'endOtherSessions',
    summary: 'End all sessions but the current one',
    responses: { 200: noticeSchema },
  },
  'GET /api/auth/privacy': {
    access: 'user',
    tag: TAG,
    operationId: 'getPrivacy',
    summary: 'Get the privacy settings',
    responses: { 200: privacySchema },
  },
  'PUT /api/auth/privacy': {
    access: 'user',
    tag: TAG,
    operationId: 'updatePrivacy',
    summary: 'Choose whether to appear offline to everyone',
    body: privacySchema,
    responses: { 200: privacySchema },
    errors: [400],
  },
  'POST /api/newsletter/subscribe': {
    access: 'user',
    tag: 'Newsletter',
    operationId: 'subscribeToNewsletter',
    summary: 'Subscribe an email address to the newsletter; succeeds if it is subscribed already',
    body: subscribeInputSchema,
    responses: { 200: noticeSchema },
    errors: [400],
  },
  'GET /api/user/:id': {
    access: 'user',
    tag: 'Users',
    operationId: 'getUser',
    summary: 'Get the public profile of a user',
    params: idParams,
    responses: { 200: userResponseSchema },
    errors: [400, 404],
  },
} as const satisfies Record<string, Endpoint>;
