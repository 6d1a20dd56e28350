import type { User } from '@safarnama/contracts';
import type supertest from 'supertest';
import type { TestApp } from './app.js';
import { buildSignup } from './factories.js';

/** Somebody with an account and a session. */
export interface SignedIn {
  user: User;
  agent: ReturnType<typeof supertest.agent>;
  /** The `Cookie` header of the session, for clients that are no supertest agent. */
  cookie: string;
  password: string;
}

/** Signs somebody new up through the API. */
export async function signIn(
  app: TestApp,
  overrides: Partial<ReturnType<typeof buildSignup>> = {},
): Promise<SignedIn> {
  const agent = app.agent();
  const input = buildSignup(overrides);
  const response = await agent.post('/api/auth/signup').send(input);
  if (response.status !== 201) throw new Error(`sign-up answered ${response.status}: ${response.text}`);
  const setCookie: unknown = response.headers['set-cookie'];
  const first: unknown = Array.isArray(setCookie) ? setCookie[0] : setCookie;
  return {
    user: response.body,
    agent,
    cookie: String(first).split(';')[0] ?? '',
    password: input.password,
  };
}
