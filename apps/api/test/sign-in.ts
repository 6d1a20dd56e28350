import type { User } from '@safarnama/contracts';
import type supertest from 'supertest';
import type { TestApp } from './app.js';
import { buildSignup } from './factories.js';

/** A user with a session. */
export interface SignedIn {
  user: User;
  agent: ReturnType<typeof supertest.agent>;
  /** `Cookie` header of the session, for clients other than the agent. */
  cookie: string;
  password: string;
}

/** Returns the `Set-Cookie` headers of a response. */
export function readSetCookies({ headers }: { headers: Readonly<Record<string, unknown>> }): string[] {
  const value = headers['set-cookie'];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Signs up a new user through the API. */
export async function signIn(
  app: TestApp,
  overrides: Partial<ReturnType<typeof buildSignup>> = {},
): Promise<SignedIn> {
  const agent = app.agent();
  const input = buildSignup(overrides);
  const response = await agent.post('/api/auth/signup').send(input);
  if (response.status !== 201) throw new Error(`sign-up responded ${response.status}: ${response.text}`);
  return {
    user: response.body,
    agent,
    cookie: readSetCookies(response)[0]?.split(';')[0] ?? '',
    password: input.password,
  };
}

/** Opens another session of a user. */
export async function signInAgain(app: TestApp, user: SignedIn, userAgent = 'supertest'): Promise<SignedIn> {
  const agent = app.agent();
  const { email } = user.user;
  const login = agent.post('/api/auth/login').set('User-Agent', userAgent);
  const response = await login.send({ email, password: user.password });
  if (response.status !== 200) throw new Error(`login responded ${response.status}: ${response.text}`);
  return { ...user, agent, cookie: readSetCookies(response)[0]?.split(';')[0] ?? '' };
}

/** Creates a client of the same session that calls another server. */
export function viaServer(server: TestApp, signedIn: SignedIn): SignedIn {
  const agent = server.agent();
  agent.set('Cookie', signedIn.cookie);
  return { ...signedIn, agent };
}
