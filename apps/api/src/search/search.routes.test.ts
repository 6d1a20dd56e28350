import { type SearchCard, type SearchPage, searchPageSchema } from '@safarnama/contracts';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useApp } from '../../test/app.js';
import { createPost } from '../../test/factories.js';
import { insertInBatches } from '../../test/insert-in-batches.js';
import { useDatabase } from '../../test/mongo.js';
import { type SignedIn, signIn } from '../../test/sign-in.js';
import { storePosts } from '../../test/stored-posts.js';
import { buildNameFields } from '../user/name-search.js';
import { UserModel } from '../user/user.model.js';

useDatabase();
const app = useApp();

const EMPTY: SearchPage = { posts: [], nextCursor: null, total: 0, people: [], places: [], corrected: null };

async function search({ agent }: SignedIn, query: Record<string, string | number>): Promise<SearchPage> {
  const { body } = await agent.get('/api/post/search').query(query).expect(200);
  return z.parse(searchPageSchema, body);
}

async function searchTitles(reader: SignedIn, q: string): Promise<string[]> {
  return (await search(reader, { q })).posts.map(({ blogTitle }) => blogTitle);
}

/** The marked words of a card. */
function marked({ blogTitle, excerpt, matches }: SearchCard) {
  return {
    title: matches.title.map(([from, to]) => blogTitle.slice(from, to)),
    excerpt: matches.excerpt.map(([from, to]) => excerpt.slice(from, to)),
  };
}

describe('GET /api/post/search', () => {
  const STORY = {
    blogTitle: 'Kāśī में सुबह',
    blogContent: 'Boats, bells and Żółć. মাঝির গান, படகு.',
    blogLocation: 'Vārāṇasī, उत्तर प्रदेश',
  };

  const MATCHING_QUERIES = [
    ['Kāśī', 'the word itself'],
    ['kasi', 'no accents'],
    ['KASI', 'another case'],
    ['Ka\u0304s\u0301i\u0304', 'NFD'],
    ['ｋａｓｉ', 'wide letters'],
    ['kas', 'its beginning'],
    ['k', 'its first letter'],
    ['varanasi', 'the location'],
    ['उत्तर', 'the location in Hindi'],
    ['सुबह', 'Hindi'],
    ['सुब', 'the beginning of a Hindi word'],
    ['মাঝির', 'Bengali'],
    ['মাঝি', 'the beginning of a Bengali word'],
    ['படகு', 'Tamil'],
    ['பட', 'the beginning of a Tamil word'],
    ['zołc', 'accents removed by Unicode decomposition'],
    ['bells kasi', 'words of text and title'],
    ['  bells,   — kasi!! ', 'punctuation around words'],
    ['मीरा', "the author's first name"],
    ['iyer', "the author's last name"],
    ['iy boats', "the beginning of the author's name and a word"],
  ] as const;

  it('for a word or its beginning, in any form and script: finds the story', async () => {
    const author = await signIn(app, { fullName: 'मीरा Iyer' });
    const reader = await signIn(app, { fullName: 'Zed' });
    await createPost(author, STORY);
    await createPost(reader, { blogTitle: 'Goa', blogContent: 'Sand.', blogLocation: 'Panjim' });

    for (const [q, description] of MATCHING_QUERIES)
      expect([q, description, await searchTitles(reader, q)]).toEqual([q, description, [STORY.blogTitle]]);
  });

  it('for the middle of a word, or with a word that the story does not have: does not find it', async () => {
    const author = await signIn(app, { fullName: 'मीरा Iyer' });
    await createPost(author, STORY);

    for (const q of ['asi', 'bells goa', 'ell']) expect([q, await searchTitles(author, q)]).toEqual([q, []]);
  });

  it('for special characters without a word: responds 200 with no stories', async () => {
    const author = await signIn(app);
    await createPost(author, STORY);

    for (const q of ['', '   ', '🎊', '.*', '^$', '%', '\\', '(', '[', '$', '{"":[]}', '.', '\u0000']) {
      const response = await author.agent.get('/api/post/search').query({ q });

      expect([q, response.status, response.body]).toEqual([q, 200, EMPTY]);
    }
  });

  it('without q: returns no stories', async () => {
    const author = await signIn(app);
    await createPost(author, STORY);

    expect((await author.agent.get('/api/post/search')).body).toEqual(EMPTY);
  });

  it('for characters with a meaning in regular expressions: ignores them like other punctuation', async () => {
    const author = await signIn(app);
    await createPost(author, STORY);

    expect(await searchTitles(author, 'k.si')).toEqual([]);
    expect(await searchTitles(author, '(kasi)')).toEqual([STORY.blogTitle]);
  });

  it('for 200 characters: responds 200, for 201 responds 400', async () => {
    const { agent } = await signIn(app);

    const [whole, long] = [
      await agent.get('/api/post/search').query({ q: '🎊'.repeat(200) }),
      await agent.get('/api/post/search').query({ q: 'क'.repeat(201) }),
    ];

    expect(whole.status).toBe(200);
    expect(long.status).toBe(400);
    expect(long.body.fields).toContainEqual(expect.objectContaining({ field: 'q' }));
  });

  it('for 100 words: responds within two seconds', async () => {
    const author = await signIn(app);
    await createPost(author, STORY);
    const q = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x430 + n)).join(' ');
    const start = performance.now();

    const response = await author.agent.get('/api/post/search').query({ q: q.slice(0, 200) });

    expect(response.status).toBe(200);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('after an update: finds the new words and not the old ones', async () => {
    const author = await signIn(app);
    const post = await createPost(author, STORY);

    await author.agent
      .put(`/api/post/update-post/${post._id}`)
      .send({ ...STORY, blogTitle: 'Bundi', blogLocation: '' });

    expect(await searchTitles(author, 'bundi')).toEqual(['Bundi']);
    expect(await searchTitles(author, 'kasi')).toEqual([]);
    expect(await searchTitles(author, 'varanasi')).toEqual([]);
  });

  it('with stories that match equally: returns cards, newest first', async () => {
    const author = await signIn(app);
    const posts = await storePosts(3, (index) => ({
      authorId: author.user._id,
      createdAt: new Date(Date.now() - index * 420_000),
      input: { blogLocation: 'Munnar' },
    }));

    const found = await search(author, { q: 'munnar' });

    expect(found.posts.map(({ _id }) => _id)).toEqual(posts.map(({ _id }) => String(_id)));
    expect(found.posts.some((card) => 'blogContent' in card || 'blogHtml' in card)).toBe(false);
  });
});

describe('GET /api/post/search across scripts', () => {
  it('for a name in another script: finds the story, in both directions', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const pairs = [
      ['Jaipur', 'जयपुर'],
      ['Kolkata', 'কলকাতা'],
      ['Chennai', 'சென்னை'],
      ['sadak', 'सड़क'],
      ['pahar', 'पहाड़'],
      ['subah', 'सुबह'],
    ] as const;
    for (const [latin, indic] of pairs) {
      await createPost(author, { blogTitle: `In ${latin}`, blogContent: 'Words.', blogLocation: '' });
      await createPost(author, { blogTitle: `${indic} 1`, blogContent: 'Words.', blogLocation: '' });
    }

    for (const [latin, indic] of pairs) {
      expect(await searchTitles(author, latin)).toEqual([`In ${latin}`, `${indic} 1`]);
      expect(await searchTitles(author, indic)).toEqual([`${indic} 1`, `In ${latin}`]);
    }
  });

  it('for a user with a name in another script: finds the user and their stories', async () => {
    const author = await signIn(app, { fullName: 'मीरा शर्मा' });
    const reader = await signIn(app, { fullName: 'Zed' });
    await createPost(author, { blogTitle: 'Goa', blogContent: 'Sand.', blogLocation: '' });

    const found = await search(reader, { q: 'meera sharma' });

    expect(found.posts).toMatchObject([{ blogTitle: 'Goa', matches: { title: [], excerpt: [] } }]);
    expect(found.people.map(({ _id }) => _id)).toEqual([author.user._id]);
  });
});

describe('GET /api/post/search with similar spellings', () => {
  it('for a full name in another script, whose parts differ in their vowels: finds the stories of the author', async () => {
    const author = await signIn(app, { fullName: 'ലക്ഷ്മി നായർ' });
    await signIn(app, { fullName: 'Lakshmi Menon' });
    await createPost(author, { blogTitle: 'Goa', blogContent: 'Sand.', blogLocation: '' });

    expect(await searchTitles(author, 'Lakshmi Nair')).toEqual(['Goa']);
    expect(await searchTitles(author, 'Lakshmi Menon')).toEqual([]);
  });

  it.each([
    ['অঙ্কিতা বরা', 'Ankita Bora'],
    ['જિજ્ઞેશ વોરા', 'Jignesh Vora'],
    ['பிரகாஷ் ஐயர்', 'Prakash Iyer'],
  ])('for the author %s or %s: finds both and their stories', async (indic, latin) => {
    const reader = await signIn(app, { fullName: 'Zed' });
    for (const fullName of [indic, latin]) {
      const author = await signIn(app, { fullName });
      await createPost(author, { blogTitle: fullName, blogContent: 'Sand.', blogLocation: '' });
    }

    for (const q of [indic, latin]) {
      const { posts, people } = await search(reader, { q });
      expect(posts.map(({ blogTitle }) => blogTitle).sort()).toEqual([latin, indic].sort());
      expect(people.map(({ fullName }) => fullName).sort()).toEqual([latin, indic].sort());
    }
    const [first, second] = latin.split(' ');
    expect((await search(reader, { q: `${first} Xavier` })).people).toEqual([]);
    expect((await search(reader, { q: `Xavier ${second}` })).people).toEqual([]);
  });

  it.each([
    ['গগৈ', 'Gogoi'],
    ['বরা', 'Bora'],
    ['রবি', 'Robi'],
  ])(
    'for %s or %s, a Bengali name of one word in a title or of an author: finds both',
    async (indic, latin) => {
      const author = await signIn(app, { fullName: indic });
      const other = await signIn(app, { fullName: latin });
      await createPost(author, { blogTitle: 'Sand', blogContent: 'Sand.', blogLocation: '' });
      await createPost(other, { blogTitle: 'Rain', blogContent: 'Rain.', blogLocation: '' });
      const reader = await signIn(app, { fullName: 'Zed' });
      for (const name of [indic, latin]) {
        await createPost(reader, { blogTitle: `${name} and tea`, blogContent: 'Tea.', blogLocation: '' });
      }

      for (const q of [indic, latin]) {
        const { posts, people } = await search(reader, { q });
        expect(posts.map(({ blogTitle }) => blogTitle).sort()).toEqual(
          ['Rain', 'Sand', `${latin} and tea`, `${indic} and tea`].sort(),
        );
        expect(people.map(({ fullName }) => fullName).sort()).toEqual([latin, indic].sort());
      }
    },
  );

  it('for a word in a text: prefers it to a title that only sounds like it', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, { blogTitle: 'Kolkata', blogContent: 'Trams.', blogLocation: '' });
    await createPost(author, { blogTitle: 'Halwa', blogContent: 'From Kozhikode.', blogLocation: '' });

    expect((await searchTitles(author, 'Kozhikode'))[0]).toBe('Halwa');
  });
});

describe('GET /api/post/search ranking', () => {
  it('by field: title before place before author before text', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const namesake = await signIn(app, { fullName: 'Kumarakom Nair' });
    const texts = { blogTitle: 'A day', blogContent: 'Rain.', blogLocation: '' };
    await createPost(author, {
      ...texts,
      blogTitle: 'In a text',
      blogContent: 'Kumarakom, Kumarakom, Kumarakom',
    });
    await createPost(namesake, { ...texts, blogTitle: 'By an author' });
    await createPost(author, { ...texts, blogTitle: 'At a place', blogLocation: 'Kumarakom' });
    await createPost(author, { ...texts, blogTitle: 'Kumarakom' });
    await createPost(author, { ...texts, blogTitle: 'None' });

    expect(await searchTitles(author, 'kumarakom')).toEqual([
      'Kumarakom',
      'At a place',
      'By an author',
      'In a text',
    ]);
  });

  it('for several words: finds the story with all of them; if there is none, one with two of three', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, { blogTitle: 'Lamps', blogContent: 'Lamps on the river.', blogLocation: '' });
    await createPost(author, { blogTitle: 'River and lamps and boats', blogContent: 'x', blogLocation: '' });

    expect(await searchTitles(author, 'boats lamps')).toEqual(['River and lamps and boats']);
    expect(await searchTitles(author, 'boats camels')).toEqual([]);
    expect(await searchTitles(author, 'boats lamps camels')).toEqual(['River and lamps and boats']);
  });

  it('for a phrase in quotes: finds only stories with these words in this order', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, {
      blogTitle: 'One',
      blogContent: 'We drank milk tea at dawn.',
      blogLocation: '',
    });
    await createPost(author, {
      blogTitle: 'Two',
      blogContent: 'Tea without milk at dawn.',
      blogLocation: '',
    });

    const found = await search(author, { q: '"milk tea" dawn' });

    expect(found.posts.map(marked)).toEqual([{ title: [], excerpt: ['milk', 'tea', 'dawn'] }]);
    expect(await searchTitles(author, '“tea milk”')).toEqual([]);
    expect((await searchTitles(author, 'milk tea')).sort()).toEqual(['One', 'Two']);
    expect(await searchTitles(author, '"milk te"')).toEqual([]);
  });

  it('for a phrase and words that no story has together: finds only stories with the phrase', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const blogLocation = '';
    await createPost(author, { blogTitle: 'One', blogContent: 'A blue lotus, at dawn.', blogLocation });
    await createPost(author, { blogTitle: 'Two', blogContent: 'A lotus at dawn, with boats.', blogLocation });

    expect(await searchTitles(author, '"blue lotus" dawn boats')).toEqual(['One']);
    expect(await searchTitles(author, '"lotus blue" dawn boats')).toEqual([]);
  });

  it('for a phrase after many words: finds only stories with the phrase', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const words = Array.from({ length: 24 }, (_, number) => `w${number}`).join(' ');
    const blogLocation = '';
    await createPost(author, { blogTitle: 'One', blogContent: `${words} tea and milk`, blogLocation });
    await createPost(author, { blogTitle: 'Two', blogContent: `${words} milk tea`, blogLocation });

    expect(await searchTitles(author, `${words} "milk tea"`)).toEqual(['Two']);
  });

  it('for many phrases: finds only stories with all of them', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const blogLocation = '';
    const blogContent = 'The old town, its blue lanes and quiet ghats at dawn.';
    await createPost(author, { blogTitle: 'One', blogContent, blogLocation });
    await createPost(author, { blogTitle: 'Two', blogContent: `${blogContent} Bells.`, blogLocation });
    await createPost(author, {
      blogTitle: 'Three',
      blogContent: 'Bells, old town, blue lanes.',
      blogLocation,
    });

    const phrases = '"old town" "blue lanes" "at dawn" "quiet ghats"';
    expect((await searchTitles(author, phrases)).sort()).toEqual(['One', 'Two']);
    expect(await searchTitles(author, `${phrases} "bells"`)).toEqual(['Two']);
    expect(await searchTitles(author, `${phrases} "dawn at"`)).toEqual([]);
    const suggested = await author.agent.get('/api/post/suggest').query({ q: phrases });
    expect(suggested.status).toBe(200);
  });

  it('for more phrases than words are looked up: requires each of them', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const words = Array.from({ length: 30 }, (_, number) => `w${number}`);
    const phrases = words.map((word) => `"${word}"`).join(' ');
    await createPost(author, { blogTitle: 'One', blogContent: words.join(' '), blogLocation: '' });
    await createPost(author, {
      blogTitle: 'Two',
      blogContent: words.slice(0, 29).join(' '),
      blogLocation: '',
    });

    expect(await searchTitles(author, phrases)).toEqual(['One']);
  });
});

describe('GET /api/post/search for authors of a common name', () => {
  it('with more than a hundred users of the name: finds the stories of the last one', async () => {
    const reader = await signIn(app, { fullName: 'Zed' });
    const members = Array.from({ length: 120 }, (_, index) => ({
      _id: new Types.ObjectId(),
      ...buildNameFields(`${index === 119 ? 'Rahul' : 'Meera'} Sharma`),
      email: `sharma${index}@example.com`,
      emailKey: `sharma${index}@example.com`,
      passwordHash: 'x',
    }));
    await insertInBatches((part) => UserModel.insertMany(part), members);
    const last = members.at(-1)?._id.toHexString() ?? '';
    await storePosts(1, () => ({ authorId: last, input: { blogTitle: 'Monsoon diary' } }));

    for (const q of ['sharma monsoon', 'monsoon sharma', 'Sharma Rahul', 'शर्मा राहुल'])
      expect(await searchTitles(reader, q), q).toEqual(['Monsoon diary']);
  });
});

describe('GET /api/post/search for authors with a name of one word', () => {
  it.each([
    ['ओम', 'om'],
    ['ਸਿੰਘ', 'singh'],
    ['ராஜா', 'raja'],
    ['খান', 'khan'],
    ['বসু', 'basu'],
    ['दास', 'das'],
  ])('for %s and %s: finds both and their stories', async (indic, latin) => {
    const reader = await signIn(app, { fullName: 'Zed' });
    for (const fullName of [indic, latin]) {
      const author = await signIn(app, { fullName });
      await createPost(author, { blogTitle: fullName, blogContent: 'Sand.', blogLocation: '' });
    }
    await signIn(app, { fullName: 'Meera Xavier' });

    for (const q of [indic, latin]) {
      const { posts, people } = await search(reader, { q });
      expect(people.map(({ fullName }) => fullName).sort()).toEqual([latin, indic].sort());
      expect(posts.map(({ blogTitle }) => blogTitle).sort()).toEqual([latin, indic].sort());
    }
  });
});

describe('GET /api/post/search with typing errors', () => {
  it('for one wrong letter in five, or two in ten: corrects the word, reports it and does not mark the word', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, { blogTitle: 'Hampi ruins', blogContent: 'Boulders.', blogLocation: '' });
    await createPost(author, { blogTitle: 'Pushkarini', blogContent: 'Sand.', blogLocation: '' });

    const one = await search(author, { q: 'Hompi ruins' });
    const two = await search(author, { q: 'pushmarixi' });

    expect([one.corrected, one.total]).toEqual(['hampi ruins', 1]);
    expect(one.posts.map(marked)).toEqual([{ title: ['ruins'], excerpt: [] }]);
    expect([two.corrected, two.total]).toEqual(['pushkarini', 1]);
    expect(await search(author, { q: 'hxmp' })).toEqual(EMPTY);
    expect(await search(author, { q: 'hampi' })).toMatchObject({ corrected: null, total: 1 });
  });

  it('in a word that the query has twice: reports both corrected', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, { blogTitle: 'Hampi ruins', blogContent: 'Boulders.', blogLocation: '' });

    const { corrected } = await search(author, { q: 'Hompi ruins HOMPI' });

    expect(corrected).toBe('hampi ruins hampi');
  });

  it('without a story that also has the other word: finds nothing and reports no correction', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, { blogTitle: 'Hampi ruins', blogContent: 'Boulders.', blogLocation: '' });

    expect(await search(author, { q: 'hompi umbrella' })).toMatchObject({ corrected: null, total: 0 });
  });

  it('in one of several words, which is found by its sound: reports its usual spelling', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const content = { blogContent: 'In Varanasi the boats sleep.', blogLocation: 'Varanasi' };
    await createPost(author, { ...content, blogTitle: 'Dawn on the ghat' });
    await createPost(author, { ...content, blogTitle: 'Evening on the ghat' });

    const first = await search(author, { q: 'varansi ghat', limit: 1 });
    const second = await search(author, { q: 'varansi ghat', limit: 1, cursor: first.nextCursor ?? '' });

    expect([first, second].map(({ corrected, total }) => [corrected, total])).toEqual([
      ['varanasi ghat', 2],
      ['varanasi ghat', 2],
    ]);
    expect([first, second].flatMap(({ posts }) => posts.map(({ blogTitle }) => blogTitle)).sort()).toEqual([
      'Dawn on the ghat',
      'Evening on the ghat',
    ]);
    // The beginning of a word, a word in another script and the spelling that stories contain are not typos.
    for (const q of ['varana', 'वाराणसी ghat', 'varanasi ghat']) {
      expect(await search(author, { q })).toMatchObject({ corrected: null, total: 2 });
    }
  });

  it.each([
    ['Jaipur', 'jaypur'],
    ['Meenakshi', 'minakshi'],
    ['Bazaar', 'bazar'],
    ['Kolkata', 'kolkatta'],
  ])(
    'for %s in another spelling that sounds the same, %s: finds it without a correction',
    async (word, q) => {
      const author = await signIn(app, { fullName: 'Zed' });
      await createPost(author, { blogTitle: `${word} lamps`, blogContent: 'Sand.', blogLocation: '' });

      expect(await search(author, { q })).toMatchObject({ corrected: null, total: 1 });
      expect(await search(author, { q: `${q} lamps` })).toMatchObject({ corrected: null, total: 1 });
    },
  );

  it('in the name of a place without stories: finds nothing instead of a similar place', async () => {
    const author = await signIn(app);
    await createPost(author, { blogTitle: 'जोधपुर की नीली गलियाँ', blogLocation: 'Jodhpur' });

    const result = await search(author, { q: 'जयपुर' });

    expect(result).toMatchObject({ total: 0, corrected: null, posts: [] });
    expect(result.places[0]?.name).toBe('Jaipur');
  });
});

describe('GET /api/post/search excerpts', () => {
  it('with a match far into the text: cuts the excerpt around it, with at most 150 characters', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    const blogContent = `${'चाय और 👨‍👩‍👧 पहाड़। '.repeat(60)}फिर हम ऋषिकेश पहुँचे, ${'गंगा के किनारे। '.repeat(60)}`;
    await createPost(author, { blogTitle: 'A road', blogContent, blogLocation: '' });

    const [card] = (await search(author, { q: 'ऋषिकेश' })).posts;

    expect(card && marked(card)).toEqual({ title: [], excerpt: ['ऋषिकेश'] });
    expect(card && blogContent.includes(card.excerpt)).toBe(true);
    expect([...new Intl.Segmenter().segment(card?.excerpt ?? '')].length).toBeLessThanOrEqual(150);
  });
});

describe('GET /api/post/search filters', () => {
  it('by author and year: finds those stories only; sorted by date: lists the newest first', async () => {
    const [first, second] = [await signIn(app), await signIn(app)];
    const store = (author: SignedIn, createdAt: string, blogTitle: string) =>
      storePosts(1, () => ({
        authorId: author.user._id,
        createdAt: new Date(createdAt),
        input: { blogTitle },
      }));
    await store(first, '2023-12-31T23:59:59.999Z', 'Orchha');
    await store(first, '2024-01-01T00:00:00.000Z', 'Orchha in the evening, by the river');
    await store(second, '2022-06-01T00:00:00.000Z', 'Orchha');

    const years = async (query: Record<string, string>) =>
      (await search(first, { q: 'orchha', ...query })).posts.map(({ createdAt }) => createdAt.slice(0, 4));

    expect(await years({})).toEqual(['2023', '2022', '2024']);
    expect(await years({ sort: 'newest' })).toEqual(['2024', '2023', '2022']);
    expect(await years({ year: '2024' })).toEqual(['2024']);
    expect(await years({ author: second.user._id.toUpperCase() })).toEqual(['2022']);
    expect(await years({ author: second.user._id, year: '2024' })).toEqual([]);
    expect(await years({ author: 'a'.repeat(24) })).toEqual([]);
  });

  it('with a malformed filter or cursor: responds 400 and names it', async () => {
    const { agent } = await signIn(app);
    for (const [field, value] of [
      ['author', 'x'],
      ['year', '24'],
      ['sort', 'oldest'],
      ['place', 'a b'],
      ['limit', '0'],
      ['cursor', 'x'],
      ['cursor', Buffer.from('[1,2,"x",0]').toString('base64url')],
    ] as const) {
      const response = await agent.get('/api/post/search').query({ q: 'river', [field]: value });

      expect([field, response.status, response.body.fields?.[0]?.field]).toEqual([field, 400, field]);
    }
  });

  it.each([
    { q: 'hampi' },
    { q: 'orchha', sort: 'newest' },
    { q: 'orchha', year: '2024' },
    { q: 'orchha', author: 'a'.repeat(24) },
    { q: 'orchha', place: 'orchha' },
  ])('for %j with the cursor of another search: responds 400', async (query) => {
    const author = await signIn(app);
    await createPost(author, { blogTitle: 'Orchha by the river' });
    await createPost(author, { blogTitle: 'Orchha in the evening' });
    const { nextCursor } = await search(author, { q: 'orchha', limit: 1 });

    const response = await author.agent.get('/api/post/search').query({ ...query, cursor: nextCursor });

    expect([response.status, response.body.code]).toEqual([400, 'invalid_cursor']);
  });

  it('with the cursor of a page that left out the default order: continues that search', async () => {
    const author = await signIn(app);
    await createPost(author, { blogTitle: 'Orchha by the river' });
    await createPost(author, { blogTitle: 'Orchha in the evening' });
    const first = await search(author, { q: 'orchha', limit: 1 });

    const second = await search(author, { q: 'orchha', sort: 'best', cursor: String(first.nextCursor) });

    expect([...first.posts, ...second.posts].map(({ blogTitle }) => blogTitle).sort()).toEqual([
      'Orchha by the river',
      'Orchha in the evening',
    ]);
  });
});

describe('GET /api/post/search people', () => {
  it('on the first page: lists users with such a name, except those blocked in either direction', async () => {
    const reader = await signIn(app, { fullName: 'Zed' });
    const [first, second, third] = [
      await signIn(app, { fullName: 'Asha Rao' }),
      await signIn(app, { fullName: 'Asha Iyer' }),
      await signIn(app, { fullName: 'आशा' }),
    ];
    await reader.agent.put(`/api/message/${first.user._id}/block`).expect(200);
    await third.agent.put(`/api/message/${reader.user._id}/block`).expect(200);
    await createPost(second, { blogTitle: 'Asha', blogContent: 'x' });
    await createPost(second, { blogTitle: 'Asha 2', blogContent: 'x' });

    const page = await search(reader, { q: 'asha', limit: 1 });
    const next = await search(reader, { q: 'asha', limit: 1, cursor: page.nextCursor ?? '' });

    expect(page.people.map(({ _id }) => _id)).toEqual([second.user._id]);
    expect([next.people, next.total, next.posts.length]).toEqual([[], 2, 1]);
    expect((await search(first, { q: 'asha' })).people).toHaveLength(3);
  });
});

describe('GET /api/post/suggest', () => {
  it('for the beginning of a title or a name: suggests at most five stories and people', async () => {
    const author = await signIn(app, { fullName: 'Munni' });
    await storePosts(7, (index) => ({ authorId: author.user._id, input: { blogTitle: `Munnar ${index}` } }));
    await createPost(author, { blogTitle: 'Tea', blogContent: 'Munnar' });

    const { body } = await author.agent.get('/api/post/suggest').query({ q: 'munn' }).expect(200);

    expect(body.stories).toHaveLength(5);
    for (const { slug, blogTitle } of body.stories)
      expect([typeof slug, blogTitle]).toEqual(['string', expect.stringMatching(/^Munnar/)]);
    expect(body.people).toMatchObject([{ _id: author.user._id }]);
    expect((await author.agent.get('/api/post/suggest')).body).toEqual({
      stories: [],
      places: [],
      people: [],
    });
  });
});

describe('GET /api/post/suggest limits', () => {
  it('with more than five users of a name: suggests five', async () => {
    const author = await signIn(app, { fullName: 'Munni' });
    for (let number = 0; number < 6; number += 1) await signIn(app, { fullName: `Munni ${number}` });

    const { body } = await author.agent.get('/api/post/suggest').query({ q: 'munni' }).expect(200);

    expect(body.people).toHaveLength(5);
  });
});

describe('GET /api/post/search places', () => {
  const buildStory = (blogTitle: string, blogLocation: string) => ({
    blogTitle,
    blogContent: 'Lamps and bells.',
    blogLocation,
  });

  it('for an old name, or one in another script: finds stories of the place and the place itself', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, buildStory('Ghats', 'Varanasi'));
    await createPost(author, buildStory('A morning in Varanasi', ''));
    await createPost(author, buildStory('Lassi in Banaras', ''));
    await createPost(author, buildStory('Elsewhere', 'Jaipur'));

    for (const q of ['Benares', 'बनारस', 'Kashi', 'varanasi']) {
      const found = await search(author, { q });

      expect([q, found.total]).toEqual([q, 3]);
      expect([q, found.places[0]?.slug, found.places[0]?.storyCount]).toEqual([q, 'varanasi', 1]);
    }
    expect((await search(author, { q: 'lamps benares' })).total).toBe(3);
  });

  it('for several places with the same name: lists the one near a place in a story of the viewer first', async () => {
    const [traveller, other] = [await signIn(app), await signIn(app)];
    await createPost(traveller, buildStory('Mall Road', 'Shimla'));
    const statesOf = async (reader: SignedIn) => {
      const { body } = await reader.agent.get('/api/post/suggest').query({ q: 'Rampur' }).expect(200);
      return [(await search(reader, { q: 'Rampur' })).places[0]?.state, body.places[0]?.state];
    };

    expect(await statesOf(traveller)).toEqual(['Himachal Pradesh', 'Himachal Pradesh']);
    expect(await statesOf(other)).toEqual(['Uttar Pradesh', 'Uttar Pradesh']);
  });

  it('for an everyday word that only sounds like a place: neither finds nor suggests the place', async () => {
    const reader = await signIn(app);

    for (const q of ['सफर', 'camel', 'budget', 'food']) {
      const { body } = await reader.agent.get('/api/post/suggest').query({ q }).expect(200);
      expect([q, (await search(reader, { q })).places, body.places]).toEqual([q, [], []]);
    }
  });

  it.each([
    ['jaypur', 'jaipur'],
    ['udaypur', 'udaipur'],
    ['varanashi', 'varanasi'],
  ])('for the misspelled place %s: finds and suggests it', async (q, slug) => {
    const reader = await signIn(app);

    const { body } = await reader.agent.get('/api/post/suggest').query({ q }).expect(200);

    expect([(await search(reader, { q })).places[0]?.slug, body.places[0]?.slug]).toEqual([slug, slug]);
  });

  it('for a place as filter: finds the stories of the place and of the places within it', async () => {
    const author = await signIn(app, { fullName: 'Zed' });
    await createPost(author, buildStory('One', 'Jaipur'));
    await createPost(author, buildStory('Two', 'Udaipur, Rajasthan'));
    await createPost(author, buildStory('Three', 'Varanasi'));
    const titles = async (query: Record<string, string>) =>
      (await search(author, { q: 'lamps', ...query })).posts.map(({ blogTitle }) => blogTitle).sort();

    expect(await titles({ place: 'rajasthan' })).toEqual(['One', 'Two']);
    expect(await titles({ place: 'jaipur' })).toEqual(['One']);
    expect(await titles({ place: 'no-such-place' })).toEqual([]);
  });

  it('for the beginning of a name: suggests the place', async () => {
    const author = await signIn(app);

    const { body } = await author.agent.get('/api/post/suggest').query({ q: 'varanas' }).expect(200);

    expect(body.places[0]).toMatchObject({ slug: 'varanasi' });
    expect(body.places.length).toBeLessThanOrEqual(5);
  });
});
