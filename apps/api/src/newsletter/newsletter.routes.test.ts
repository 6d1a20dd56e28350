import { describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { SubscriptionModel } from './newsletter.model.js';

useDatabase();
const app = useApp();

describe('POST /api/newsletter/subscribe', () => {
  it('with an address: responds 200 with a message and stores it', async () => {
    const { agent } = await signIn(app);

    const response = await agent.post('/api/newsletter/subscribe').send({ email: ' Reader@Example.com ' });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ message: expect.any(String) });
    expect(await SubscriptionModel.find().lean()).toMatchObject([
      { email: 'Reader@Example.com', emailKey: 'reader@example.com' },
    ]);
  });

  it('with a known address in another case, concurrently: responds 200 and keeps only the first', async () => {
    const { agent } = await signIn(app);
    await agent.post('/api/newsletter/subscribe').send({ email: 'reader@example.com' });

    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        agent.post('/api/newsletter/subscribe').send({ email: 'READER@example.com' }),
      ),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await SubscriptionModel.find().lean()).toMatchObject([{ email: 'reader@example.com' }]);
  });

  it.each([
    ['nothing', {}],
    ['an empty address', { email: '' }],
    ['a blank address', { email: '  ' }],
    ['text that is not an address', { email: 'reader at example' }],
    ['two addresses', { email: 'a@example.com,b@example.com @' }],
    ['an address that is too long', { email: `${'a'.repeat(64)}@${'b'.repeat(190)}.in` }],
    ['an operator', { email: { $gt: '' } }],
    ['a list', { email: ['a@example.com'] }],
  ])('with %s: responds 400 with a message for the user and stores nothing', async (_case, body) => {
    const { agent } = await signIn(app);

    const response = await agent.post('/api/newsletter/subscribe').send(body);

    expect(response.status).toBe(400);
    expect(response.body.message).toBe('Please enter a valid email address');
    expect(await SubscriptionModel.countDocuments()).toBe(0);
  });

  it('without a session: responds 401 and stores nothing', async () => {
    const response = await app
      .request()
      .post('/api/newsletter/subscribe')
      .send({ email: 'reader@example.com' });

    expect(response.status).toBe(401);
    expect(await SubscriptionModel.countDocuments()).toBe(0);
  });
});
