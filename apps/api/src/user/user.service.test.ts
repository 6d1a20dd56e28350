import { phoneticKeys } from '@safarnama/phonetic';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { buildNameFields } from './name-search.js';
import { UserModel } from './user.model.js';
import { createUserService } from './user.service.js';

useDatabase();

/** @returns the id. */
async function storeUser(fullName: string): Promise<string> {
  const _id = new mongoose.Types.ObjectId();
  const emailKey = `${_id.toHexString()}@example.com`;
  await UserModel.collection.insertOne({ _id, emailKey, ...buildNameFields(fullName) });
  return _id.toHexString();
}

describe('findIdsByNameWord', () => {
  const { findIdsByNameWord } = createUserService({ media: { urlOf: (key) => key } });
  const lakshmi = { word: 'lakshmi', keys: phoneticKeys('lakshmi') };

  it('with names of these letters and of this sound: finds each user once', async () => {
    const written = await storeUser('Lakshmi Iyer');
    const heard = await storeUser('लक्ष्मी नायर');
    await storeUser('Meera Nair');

    const ids = await findIdsByNameWord(lakshmi, 10);

    expect(ids).toEqual([written, heard]);
  });

  it('with more users than the limit: finds those with these letters first', async () => {
    await storeUser('लक्ष्मी नायर');
    const written = [await storeUser('Lakshmi Iyer'), await storeUser('Lakshmi Rao')];

    expect((await findIdsByNameWord(lakshmi, 2)).sort()).toEqual(written.sort());
    expect(await findIdsByNameWord(lakshmi, 3)).toHaveLength(3);
  });
});
