import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';

let isDatabaseUp = true;
useDatabase();
const app = useApp({ isDatabaseUp: () => isDatabaseUp });

const UNKNOWN_ID = '0123456789abcdef01234567';

describe('GET /api/user/:id', () => {
  it('of another user: responds 200 with the public user', async () => {
    const [me, other] = [await signIn(app), await signIn(app)];
    const { email: _email, bio: _bio, language: _language, ...publicUser } = other.user;

    const response = await me.agent.get(`/api/user/${other.user._id}`);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ user: publicUser });
  });

  it('with an upper-case id: responds with the same user', async () => {
    const { agent, user } = await signIn(app);

    const response = await agent.get(`/api/user/${user._id.toUpperCase()}`);

    expect([response.status, response.body.user._id]).toEqual([200, user._id]);
  });

  it('of an unknown user: responds 404', async () => {
    const { agent } = await signIn(app);

    const response = await agent.get(`/api/user/${UNKNOWN_ID}`);

    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'user_not_found', message: 'User not found' });
  });

  it.each(['12', 'me', '%7B%22%24gt%22%3A%22%22%7D'])(
    'with the malformed id %s: responds 400',
    async (id) => {
      const { agent } = await signIn(app);

      const response = await agent.get(`/api/user/${id}`);

      expect(response.status).toBe(400);
      expect(response.body.fields).toEqual([
        { field: 'id', code: 'id_invalid', message: 'The id is not valid' },
      ]);
    },
  );

  it('without a session: responds 401', async () => {
    const response = await app.request().get(`/api/user/${UNKNOWN_ID}`);

    expect(response.status).toBe(401);
    expect(response.body.message).toBe('Not Authenticated.');
  });

  it('while the database is unavailable: responds 503', async () => {
    const { agent, user } = await signIn(app);
    isDatabaseUp = false;

    const response = await agent.get(`/api/user/${user._id}`);
    isDatabaseUp = true;

    expect(response.status).toBe(503);
  });
});
