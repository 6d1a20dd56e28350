import { phoneticKeys } from '@safarnama/phonetic';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/mongo.js';
import { buildNameFields, createNameMatcher } from './name-search.js';
import { UserModel } from './user.model.js';
import { presentUser } from './user.presenter.js';
import { createUserService, type NamePosition, userExists } from './user.service.js';

useDatabase();

const media = { urlOf: (key: string) => (key === '' ? '' : `/media/${key}`) };
const users = createUserService({ media });

let counter = 0;

/** Stores a user directly, because signing up through the API hashes a password, which is slow. */
async function storeUser(fullName: string) {
  counter += 1;
  const email = `Person.${counter}@Example.com`;
  const user = await UserModel.create({
    ...buildNameFields(fullName),
    email,
    emailKey: email.toLowerCase(),
    passwordHash: 'not-a-hash',
    profilePic: { key: 'k'.repeat(24), meta: { width: 1, height: 1, thumbhash: 'aGk=' } },
  });
  return user.toObject();
}

async function listNames(q: string, pageLength: number): Promise<string[]> {
  const names: string[] = [];
  let position: NamePosition | null = null;
  for (;;) {
    const page = await users.listByName(q, position, pageLength);
    names.push(...page.map(({ user }) => user.fullName));
    position = page.at(-1)?.position ?? null;
    if (page.length < pageLength) return names;
  }
}

describe('Security 9: presenters', () => {
  it('for a user: include the email address only in their own view, and the password hash in none', async () => {
    const stored = await storeUser('मीरा Iyer');

    const publicUser = await users.requirePublicUser(stored._id.toHexString());
    const ownUser = presentUser(stored, media);

    expect(publicUser).toEqual({
      _id: stored._id.toHexString(),
      fullName: 'मीरा Iyer',
      profilePic: `/media/${'k'.repeat(24)}`,
      createdAt: stored.createdAt.toISOString(),
    });
    expect(ownUser).toEqual({ ...publicUser, email: stored.email, bio: '', language: 'en' });
  });

  it('for a user without a picture: return an empty picture URL', async () => {
    const { _id } = await storeUser('Asha');
    await UserModel.updateOne({ _id }, { $set: { profilePic: null } });

    expect((await users.requirePublicUser(_id.toHexString())).profilePic).toBe('');
  });
});

describe('loading users by id', () => {
  it('with a missing user: loadPublicUsers omits them, loadAuthors presents them as a former member', async () => {
    const [first, second, missingId] = [await storeUser('One'), await storeUser('Two'), new Types.ObjectId()];

    const found = await users.loadPublicUsers([first._id.toHexString(), missingId.toHexString()]);
    const authorOf = await users.loadAuthors([first._id, second._id, missingId]);

    expect([...found.keys()]).toEqual([first._id.toHexString()]);
    expect(authorOf(second._id)).toMatchObject({ fullName: 'Two' });
    expect(authorOf(missingId)).toEqual({
      _id: missingId.toHexString(),
      fullName: 'A former member',
      profilePic: '',
    });
    expect(Object.keys(authorOf(first._id))).toEqual(['_id', 'fullName', 'profilePic']);
  });

  it('with an unknown id: userExists returns false, requirePublicUser throws 404', async () => {
    const { _id } = await storeUser('One');
    const missingId = new Types.ObjectId().toHexString();

    expect([await userExists(_id.toHexString()), await userExists(missingId)]).toEqual([true, false]);
    await expect(users.requirePublicUser(missingId)).rejects.toMatchObject({ status: 404 });
  });
});

describe('listByName', () => {
  it('page by page with duplicate names: lists every user once, ordered by folded name', async () => {
    const names = ['Zoya', 'asha', 'Asha', 'Āsha', 'ASHA', 'Ravi', 'आशा', 'রবি', 'ரவி', 'Éva', 'Eva'];
    for (const name of names) await storeUser(name);

    const listed = await listNames('', 3);

    expect(listed).toHaveLength(names.length);
    expect([...listed].sort()).toEqual([...names].sort());
    const keys = listed.map((name) => buildNameFields(name).nameKey);
    expect(keys).toEqual([...keys].sort());
  });

  it('with users added before and after the position: neither repeats nor skips a user', async () => {
    for (const name of ['B', 'D', 'F', 'H']) await storeUser(name);
    const first = await users.listByName('', null, 2);

    await storeUser('A');
    await storeUser('E');
    const rest = await users.listByName('', first.at(-1)?.position ?? null, 10);

    expect([...first, ...rest].map(({ user }) => user.fullName)).toEqual(['B', 'D', 'E', 'F', 'H']);
  });

  it('with several words: finds users with a name that begins with each of them', async () => {
    for (const name of ['मीरा Iyer', 'Mīrā Rāo', 'Miraj Iyengar', 'Ravi Rao']) await storeUser(name);

    expect(await listNames('mira', 2)).toEqual(['Mīrā Rāo', 'Miraj Iyengar']);
    expect(await listNames('RAO mi', 2)).toEqual(['Mīrā Rāo']);
    expect(await listNames('iy', 2)).toEqual(['Miraj Iyengar', 'मीरा Iyer']);
    expect(await listNames('मीरा', 2)).toEqual(['मीरा Iyer']);
    expect(await listNames('ra.*', 2)).toEqual(['Mīrā Rāo', 'Ravi Rao']);
    expect(await listNames('engar', 2)).toEqual([]);
  });

  it('for a name with an apostrophe: finds it by each part, with the apostrophe and without', async () => {
    for (const name of ["Ria D'Souza", 'Ravi D’Mello', 'Dsouza']) await storeUser(name);

    expect(await listNames('souza', 2)).toEqual(["Ria D'Souza"]);
    expect(await listNames("d'so", 2)).toEqual(["Ria D'Souza"]);
    expect(await listNames('d’mel', 2)).toEqual(['Ravi D’Mello']);
    expect((await listNames('dsou', 2)).sort()).toEqual(['Dsouza', "Ria D'Souza"]);
  });

  it('with a query that has no words: finds the names that begin with it', async () => {
    for (const name of ['Mira', '😀 Mira', 'Mira 😀']) await storeUser(name);

    expect(await listNames('😀', 4)).toEqual(['😀 Mira']);
    expect(await listNames('?', 4)).toEqual([]);
    expect(await listNames('', 4)).toHaveLength(3);
  });

  it('with any query: agrees with createNameMatcher', async () => {
    const names = ['मीरा Iyer', 'Mīrā Rāo', 'Ravi', "Ria D'Souza", 'സുനിൽ', '😀 Mira', '?'];
    const stored = await Promise.all(names.map((name) => storeUser(name)));

    for (const q of [
      '',
      'mira',
      'ra',
      'iyer',
      'मी',
      'x',
      "D'S",
      'souza',
      'സുനിൽ',
      'സു',
      '!?',
      '😀',
      '?',
      ' ',
    ]) {
      const matching = stored.map(({ fullName }) => fullName).filter(createNameMatcher(q));

      expect((await listNames(q, 10)).sort()).toEqual(matching.sort());
    }
  });
});

describe('findIdsByNameWord', () => {
  const lakshmi = { word: 'lakshmi', keys: phoneticKeys('lakshmi') };
  const storeId = async (fullName: string) => (await storeUser(fullName))._id.toHexString();

  it('with names of these letters and of this sound: finds each user once', async () => {
    const written = await storeId('Lakshmi Iyer');
    const heard = await storeId('लक्ष्मी नायर');
    await storeId('Meera Nair');

    expect(await users.findIdsByNameWord(lakshmi, 10)).toEqual([written, heard]);
  });

  it('with more users than the limit: finds those with these letters first', async () => {
    await storeId('लक्ष्मी नायर');
    const written = [await storeId('Lakshmi Iyer'), await storeId('Lakshmi Rao')];

    expect((await users.findIdsByNameWord(lakshmi, 2)).sort()).toEqual(written.sort());
    expect(await users.findIdsByNameWord(lakshmi, 3)).toHaveLength(3);
  });
});
