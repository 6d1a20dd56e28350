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

/** The `Set-Cookie` headers of an answer. */
export function cookiesOf({ headers }: { headers: Readonly<Record<string, unknown>> }): string[] {
  const value = headers['set-cookie'];
  return Array.isArray(value) ? value.map(String) : [];
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
  return {
    user: response.body,
    agent,
    cookie: cookiesOf(response)[0]?.split(';')[0] ?? '',
    password: input.password,
  };
}
