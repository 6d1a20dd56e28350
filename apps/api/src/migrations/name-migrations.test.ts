import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../../test/app.js';
import { runAllBatches } from '../../test/migrations.js';
import { useDatabase } from '../../test/mongo.js';
import { signIn } from '../../test/sign-in.js';
import { UserModel } from '../user/user.model.js';
import { nameReadings, nameSounds, nameWords } from './name-migrations.js';

useDatabase();
const app = useApp();

describe('migrations of names', () => {
  it('with a name whose forms are current, and a name that changes in the meantime: writes neither', async () => {
    await signIn(app, { fullName: 'Asha' });
    const renamed = await signIn(app, { fullName: 'Zed' });
    await UserModel.collection.updateOne({ fullName: 'Zed' }, { $set: { nameSearch: ['=old'] } });
    const { updateOne } = UserModel;
    const rename = vi.spyOn(UserModel, 'updateOne').mockImplementationOnce((...args) => {
      const write = updateOne.apply(UserModel, args as Parameters<typeof updateOne>);
      return UserModel.collection
        .updateOne({ fullName: 'Zed' }, { $set: { fullName: 'Zoya', nameSearch: ['=zoya'] } })
        .then(() => write) as never;
    });

    expect(await runAllBatches(nameSounds)).toBe(0);

    expect(rename).toHaveBeenCalledTimes(1);
    const stored = await UserModel.findById(renamed.user._id).lean();
    expect(stored?.nameSearch).toEqual(['=zoya']);
  });
});

describe('migration 008', () => {
  it('with a name whose sound was stored by older rules: finds the user by it', async () => {
    const author = await signIn(app, { fullName: 'ओम' });
    const reader = await signIn(app, { fullName: 'Zed' });
    await UserModel.collection.updateOne({ fullName: 'ओम' }, { $set: { nameSearch: ['=ओम', '~oma'] } });

    expect(await runAllBatches(nameSounds)).toBe(1);
    expect(await runAllBatches(nameSounds)).toBe(0);

    const { body } = await reader.agent.get('/api/post/search').query({ q: 'om' }).expect(200);
    expect(body.people).toMatchObject([{ _id: author.user._id }]);
  });
});

describe('migration 010', () => {
  it("with names that were stored without parts and Bengali sounds: finds contacts by 'souza', people by 'gogoi'", async () => {
    const reader = await signIn(app, { fullName: 'Zed' });
    await signIn(app, { fullName: "Ria D'Souza" });
    await signIn(app, { fullName: 'গগৈ' });
    await UserModel.collection.updateOne(
      { fullName: "Ria D'Souza" },
      { $set: { nameSearch: ['=ria', '~ria', '=dsouza', '~dsuj'] } },
    );
    await UserModel.collection.updateOne({ fullName: 'গগৈ' }, { $set: { nameSearch: ['=গগৈ', '~gagai'] } });

    expect(await runAllBatches(nameWords)).toBe(2);
    expect(await runAllBatches(nameWords)).toBe(0);

    const { body: contacts } = await reader.agent.get('/api/message/get-all-users').query({ q: 'souza' });
    expect(contacts).toMatchObject([{ fullName: "Ria D'Souza" }]);
    const { body } = await reader.agent.get('/api/post/search').query({ q: 'gogoi' }).expect(200);
    expect(body.people).toMatchObject([{ fullName: 'গগৈ' }]);
  });
});

describe('migration 017', () => {
  it("with names that were stored without d for ड़ and with h for -ह: finds people by 'khadse' and 'subah'", async () => {
    const reader = await signIn(app, { fullName: 'Zed' });
    await signIn(app, { fullName: 'खड़से' });
    await signIn(app, { fullName: 'सुबह' });
    await UserModel.collection.updateOne({ fullName: 'खड़से' }, { $set: { nameSearch: ['=खड़से', '~krs'] } });
    await UserModel.collection.updateOne({ fullName: 'सुबह' }, { $set: { nameSearch: ['=सुबह', '~subah'] } });

    expect(await runAllBatches(nameReadings)).toBe(2);
    expect(await runAllBatches(nameReadings)).toBe(0);

    for (const [q, fullName] of [
      ['khadse', 'खड़से'],
      ['subah', 'सुबह'],
    ]) {
      const { body } = await reader.agent.get('/api/post/search').query({ q }).expect(200);
      expect(body.people).toMatchObject([{ fullName }]);
    }
  });
});
