import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  loginInputSchema,
  privacySchema,
  signupInputSchema,
  subscribeInputSchema,
  updateProfileInputSchema,
} from './auth.js';
import { commentInputSchema } from './comment.js';
import { POST_REQUIRED, REACTIONS } from './constants.js';
import {
  changesQuerySchema,
  contactListQuerySchema,
  conversationQuerySchema,
  receiptInputSchema,
} from './conversation.js';
import { draftInputSchema } from './draft.js';
import { LIMITS } from './limits.js';
import { deleteMessageQuerySchema, messageInputSchema, reactionInputSchema } from './message.js';
import { normalizeText } from './normalize-text.js';
import { postInputSchema, postListQuerySchema } from './post.js';
import { handshakeAuthSchema, typingInputSchema } from './realtime.js';
import { searchQuerySchema } from './search.js';

/** Lists every broken rule as `field: message`. */
function listIssues(schema: z.core.$ZodType, value: unknown): string[] {
  const parsed = z.safeParse(schema, value);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const SIGNUP = { fullName: 'मीरा', email: 'meera@example.com', password: 'monsoon-kochi-7' };
const POST = { blogTitle: 'घाट पर सुबह', blogContent: 'पहली नाव।' };

describe('texts of nothing but combining marks', () => {
  const ACCENTS = `a${'\u0301\u0316'.repeat(20_000)}`;
  const LETTERS = 'a\u0301\u0316'.repeat(200_000);
  const measure = (run: () => unknown) => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };

  it.each([
    ['login', loginInputSchema, (text: string) => ({ email: 'a@b.in', password: text })],
    ['sign-up', signupInputSchema, (text: string) => ({ ...SIGNUP, fullName: text, password: text })],
    ['profile', updateProfileInputSchema, (text: string) => ({ fullName: 'मीरा', currentPassword: text })],
    ['newsletter', subscribeInputSchema, (text: string) => ({ email: text })],
    ['message', messageInputSchema, (text: string) => ({ text, quotedText: text })],
    ['story', postInputSchema, (text: string) => ({ ...POST, blogTitle: text, blogContent: text })],
    ['draft', draftInputSchema, (text: string) => ({ blogTitle: text, blogHtml: text })],
    ['search', searchQuerySchema, (text: string) => ({ q: text })],
  ])(
    '%s: takes less than five times as long as 200,000 letters with two marks each',
    (_name, schema, build) => {
      const letters = measure(() => normalizeText(LETTERS));

      expect(measure(() => z.safeParse(schema, build(ACCENTS)))).toBeLessThan(5 * letters);
    },
  );

  it('content that fits its bytes only in NFC: is accepted', () => {
    const parse = (blogContent: string) => z.safeParse(postInputSchema, { ...POST, blogContent });

    expect(parse('ǖ'.normalize('NFD').repeat(LIMITS.postContentBytes / 2)).success).toBe(true);
    expect(parse('ǖ'.repeat(LIMITS.postContentBytes / 2 + 1)).success).toBe(false);
  });
});

describe('signupInputSchema', () => {
  it('with unknown members: omits them', () => {
    expect(z.parse(signupInputSchema, { ...SIGNUP, isAdmin: true, __proto__: { x: 1 } })).toEqual(SIGNUP);
  });

  it.each([
    'ab@c.in',
    'a.b+c@sub.example.org',
    'मीरा@उदाहरण.भारत',
    `${'a'.repeat(64)}@${'b'.repeat(186)}.in`,
    `${'a'.repeat(242)}@example.com`,
  ])('email %j: is valid', (email) => {
    expect(listIssues(signupInputSchema, { ...SIGNUP, email })).toEqual([]);
  });

  it.each([
    'a',
    '@b.in',
    'a@',
    'a b@c.in',
    'a@b@c.in',
    'a"b@c.in',
    'a@b c',
    'a@b..in',
    'a@.b.in',
    'a@b.in.',
    'a\u0000@b.in',
  ])('email %j: is rejected', (email) => {
    expect(listIssues(signupInputSchema, { ...SIGNUP, email })).toEqual([
      'email: Please enter a valid email address',
    ]);
  });

  it('email with invisible characters: is the same address as without them', () => {
    for (const email of [
      '\u200bmeera@example.com',
      'meera\u00ad@example.com\ufeff ',
      'meera@example.com\u2069',
    ]) {
      expect(z.parse(signupInputSchema, { ...SIGNUP, email }).email).toBe('meera@example.com');
      expect(z.parse(loginInputSchema, { email, password: 'x' }).email).toBe('meera@example.com');
      expect(z.parse(subscribeInputSchema, { email }).email).toBe('meera@example.com');
    }
  });

  it('full name: is one line, without characters that reorder the text after it', () => {
    expect(z.parse(signupInputSchema, { ...SIGNUP, fullName: 'Asha\u202e\nRao\u0007' }).fullName).toBe(
      'Asha Rao',
    );
  });

  it('password: is 8 to 256 code points of any script, never trimmed, compared in NFC', () => {
    const parse = (password: string) =>
      z.safeParse(signupInputSchema, { ...SIGNUP, password }).data?.password;

    expect(parse('        ')).toBe('        ');
    expect(parse(' पासवर्ड ')).toBe(' पासवर्ड ');
    expect(parse('🔑'.repeat(256))).toBe('🔑'.repeat(256));
    expect(parse('é'.normalize('NFD').repeat(8))).toBe('é'.normalize('NFC').repeat(8));
    expect(parse('é'.normalize('NFD').repeat(7))).toBeUndefined();
    expect(parse('🔑'.repeat(257))).toBeUndefined();
  });

  it('with an empty object: lists each field once', () => {
    expect(listIssues(signupInputSchema, {})).toEqual([
      'fullName: Full name is required',
      'email: Email is required',
      'password: Password is required',
    ]);
  });

  it.each([null, 'text', 7, []])('%j instead of a body: is rejected', (body) => {
    expect(listIssues(signupInputSchema, body)).toHaveLength(1);
  });
});

describe('loginInputSchema', () => {
  it('with credentials that cannot exist: accepts them, as long as neither is empty', () => {
    expect(listIssues(loginInputSchema, { email: 'nobody', password: 'x' })).toEqual([]);
    expect(listIssues(loginInputSchema, { email: ' ', password: '' })).toEqual([
      'email: Email is required',
      'password: Password is required',
    ]);
  });
});

describe('updateProfileInputSchema', () => {
  it('with a name only, or an empty password: is valid', () => {
    expect(z.parse(updateProfileInputSchema, { fullName: ' A ' })).toEqual({ fullName: 'A' });
    expect(listIssues(updateProfileInputSchema, { fullName: 'A', password: '', profilePic: '' })).toEqual([]);
  });

  it('with a password that breaks a rule: names the rule', () => {
    const listPasswordIssues = (password: unknown) =>
      listIssues(updateProfileInputSchema, { fullName: 'A', password });

    expect(listPasswordIssues('seven77')).toEqual(['password: Password must be at least 8 characters']);
    expect(listPasswordIssues('x'.repeat(257))).toEqual([
      'password: Password must be at most 256 characters',
    ]);
    expect(listPasswordIssues('x'.repeat(10_000))).toEqual([
      'password: Password must be at most 256 characters',
    ]);
    expect(listPasswordIssues(7)).toEqual(['password: Password must be text']);
    expect(listPasswordIssues(null)).toEqual(['password: Password must be text']);
  });

  it('without a name: has the message of the specification', () => {
    expect(listIssues(updateProfileInputSchema, {})).toEqual(['fullName: Name is required']);
  });
});

describe('subscribeInputSchema', () => {
  it('without a valid address: has one message', () => {
    for (const email of ['', ' ', 'x', undefined, 7, `a@${'b'.repeat(260)}`]) {
      const messages = new Set(listIssues(subscribeInputSchema, { email }));
      expect(messages).toEqual(new Set(['email: Please enter a valid email address']));
    }
    expect(z.parse(subscribeInputSchema, { email: ' a@b.in ' })).toEqual({ email: 'a@b.in' });
  });
});

describe('postInputSchema', () => {
  it('with title and content: defaults the location and leaves the picture undefined', () => {
    expect(z.parse(postInputSchema, POST)).toEqual({ ...POST, blogLocation: '' });
  });

  it.each([
    ['a blank title', { ...POST, blogTitle: ' \u200b' }],
    ['no title', { blogContent: 'x' }],
    ['blank content', { ...POST, blogContent: '\n\u00a0' }],
    ['no content', { blogTitle: 'x' }],
    ['blank markup beside content', { ...POST, blogHtml: ' ' }],
    ['content that is not text', { ...POST, blogContent: { $gt: '' } }],
  ])('with %s: has the message of the specification', (_case, input) => {
    expect(listIssues(postInputSchema, input)).toEqual([
      expect.stringMatching(new RegExp(`: ${POST_REQUIRED}$`)),
    ]);
  });

  it('with neither title nor content: lists both fields', () => {
    expect(listIssues(postInputSchema, {})).toEqual([
      `blogTitle: ${POST_REQUIRED}`,
      `blogContent: ${POST_REQUIRED}`,
    ]);
  });

  it.each([
    ['blogTitle', ''],
    ['blogTitle', 'x'.repeat(10_000)],
    ['blogLocation', 'x'.repeat(10_000)],
    ['placeId', 'x'.repeat(10_000)],
    ['visitedOn', 'yesterday'],
    ['version', 1.5],
    ['clientPostId', ''],
  ])('with blank content and an invalid %s: lists both', (field, value) => {
    const issues = listIssues(postInputSchema, { ...POST, blogContent: '', [field]: value });

    expect(issues).toHaveLength(2);
    expect(issues).toContain(`blogContent: ${POST_REQUIRED}`);
  });

  it('with each text at its limit: is valid; with one letter more: lists each field', () => {
    const at = {
      blogTitle: 'अ'.repeat(LIMITS.postTitle),
      blogContent: 'अ'.repeat(33_333),
      blogLocation: '🏔'.repeat(LIMITS.postLocation),
      blogImageAlt: '🏔'.repeat(LIMITS.imageAlt),
    };
    const beyond = Object.fromEntries(Object.entries(at).map(([field, text]) => [field, `${text}अ`]));

    expect(listIssues(postInputSchema, at)).toEqual([]);
    expect(listIssues(postInputSchema, beyond)).toEqual([
      'blogTitle: Title must be at most 200 characters',
      'blogContent: Content must be at most 100 kB',
      'blogLocation: Location must be at most 120 characters',
      'blogImageAlt: The picture description must be at most 300 characters',
    ]);
  });

  it('with fields of the server: omits them', () => {
    const server = { _id: 'x', slug: 'x', authorId: 'x', likeCount: 99, createdAt: 'x', $set: {} };

    expect(z.parse(postInputSchema, { ...POST, ...server })).toEqual({ ...POST, blogLocation: '' });
  });

  it('with undefined in an optional field: rejects it', () => {
    const parsed = z.safeParse(postInputSchema, { ...POST, clientPostId: undefined });

    expect(parsed.success).toBe(false);
  });
});

describe('postListQuerySchema, searchQuerySchema, contactListQuerySchema', () => {
  it('view: is card or full', () => {
    expect(listIssues(postListQuerySchema, { view: 'card' })).toEqual([]);
    expect(listIssues(postListQuerySchema, { view: 'raw' })).toEqual(['view: view must be card or full']);
  });

  it('q: is at most 200 code points, empty by default', () => {
    for (const schema of [searchQuerySchema, contactListQuerySchema]) {
      expect(z.parse(schema, {})).toEqual({ q: '' });
      expect(listIssues(schema, { q: 'ज'.repeat(200) })).toEqual([]);
      expect(listIssues(schema, { q: 'ज'.repeat(201) })).toEqual([
        'q: The search must be at most 200 characters',
      ]);
      expect(listIssues(schema, { q: ['x'] })).toHaveLength(1);
    }
  });

  it('filters of a search: are a slug, an id, four digits, and best or newest', () => {
    const valid = { place: 'jaipur', author: 'a'.repeat(24), year: '2024', sort: 'newest' };
    expect(z.parse(searchQuerySchema, valid)).toEqual({ q: '', ...valid, year: 2024 });
    expect(listIssues(searchQuerySchema, { place: 'kalimpong-крукети' })).toEqual([]);
    const invalid = {
      place: ['', 'a b', 'x'.repeat(201)],
      author: ['', 'x', 'a'.repeat(25)],
      year: ['', '99', '0999', '20245', '2024.0', '-2024', 'x'],
      sort: ['', 'oldest'],
    };
    for (const [name, values] of Object.entries(invalid)) {
      for (const value of values) {
        expect([value, listIssues(searchQuerySchema, { [name]: value }).length]).toEqual([value, 1]);
      }
    }
  });
});

describe('commentInputSchema', () => {
  it('text: is 1 to 2,000 code points', () => {
    expect(listIssues(commentInputSchema, { text: '👏'.repeat(2000) })).toEqual([]);
    expect(listIssues(commentInputSchema, { text: '👏'.repeat(2001) })).toEqual([
      'text: A comment must be at most 2,000 characters',
    ]);
    for (const text of ['', ' \u200d', undefined]) {
      expect(listIssues(commentInputSchema, { text })).toEqual(['text: A comment needs some text']);
    }
  });
});

describe('draftInputSchema', () => {
  it('with an empty object: is an empty new draft', () => {
    expect(z.parse(draftInputSchema, {})).toEqual({
      blogTitle: '',
      blogHtml: '',
      blogLocation: '',
      version: 0,
    });
  });

  it.each([-1, 1.5, '1', null, 2 ** 60])('version %j: is rejected', (version) => {
    expect(listIssues(draftInputSchema, { version })).toEqual([expect.stringMatching(/^version: /)]);
  });
});

describe('messageInputSchema', () => {
  it('with a text, a picture or both: is valid and trimmed', () => {
    expect(z.parse(messageInputSchema, { text: ' नमस्ते ' })).toEqual({ text: 'नमस्ते', image: '' });
    expect(listIssues(messageInputSchema, { image: 'data:image/png;base64,AA==' })).toEqual([]);
  });

  it.each([{}, { text: ' ' }, { text: '\u200b', image: '' }])('%j: has nothing to send', (input) => {
    expect(listIssues(messageInputSchema, input)).toEqual(['text: Write a message or add a picture']);
  });

  it('with two broken rules: lists both', () => {
    expect(listIssues(messageInputSchema, { text: '', replyTo: 7 })).toEqual([
      'replyTo: The id is not valid',
      'text: Write a message or add a picture',
    ]);
    expect(listIssues(messageInputSchema, { text: 7, quotedText: 'x' })).toEqual([
      'text: A message must be text',
      'quotedText: Quoted words need the story they come from',
    ]);
    expect(listIssues(messageInputSchema, { image: 7 })).toEqual(['image: The picture must be text']);
    expect(listIssues(messageInputSchema, null)).toHaveLength(1);
  });

  it('beyond 4,000 code points: is rejected', () => {
    expect(listIssues(messageInputSchema, { text: '🌧'.repeat(4000) })).toEqual([]);
    expect(listIssues(messageInputSchema, { text: '🌧'.repeat(4001) })).toEqual([
      'text: A message must be at most 4,000 characters',
    ]);
  });
});

describe('conversationQuerySchema', () => {
  const id = '507f1f77bcf86cd799439011';

  it('before or after: is valid; both: is rejected', () => {
    expect(listIssues(conversationQuerySchema, { before: id, limit: '5' })).toEqual([]);
    expect(listIssues(conversationQuerySchema, { after: id })).toEqual([]);
    expect(listIssues(conversationQuerySchema, { before: id, after: id })).toEqual([
      'after: Give before or after, not both',
    ]);
  });
});

describe('a picture that was not chosen', () => {
  it.each([null, undefined])('sent as %s: is the same as an absent field, and removes nothing', (picture) => {
    expect(z.parse(messageInputSchema, { text: 'वणक्कम', image: picture }).image).toBe('');
    expect(
      z.parse(updateProfileInputSchema, { fullName: 'Asha', profilePic: picture }).profilePic,
    ).toBeUndefined();
    expect(
      z.parse(postInputSchema, { blogTitle: 't', blogContent: 'c', blogImage: picture }).blogImage,
    ).toBeUndefined();
  });
});

describe('inputs about a stored message', () => {
  const ID = 'a1'.repeat(12);

  it('replyTo and upTo: are ids', () => {
    expect(listIssues(messageInputSchema, { text: 'हाँ', replyTo: ID })).toEqual([]);
    expect(listIssues(messageInputSchema, { text: 'हाँ', replyTo: '' })).toEqual([
      'replyTo: The id is not valid',
    ]);
    expect(listIssues(receiptInputSchema, { upTo: ID })).toEqual([]);
    expect(listIssues(receiptInputSchema, {})).toEqual(['upTo: The id is not valid']);
  });

  it('a reaction: is one of six', () => {
    expect(REACTIONS).toHaveLength(6);
    for (const emoji of REACTIONS) expect(listIssues(reactionInputSchema, { emoji })).toEqual([]);
    // Without its variation selector, it is a different string.
    for (const emoji of ['\u2764', '🦄', '', '👍👍', 1]) {
      expect(listIssues(reactionInputSchema, { emoji })).toEqual([
        `emoji: The reaction must be one of ${REACTIONS.join(' ')}`,
      ]);
    }
  });

  it('a deletion: is for the user alone by default', () => {
    expect(z.parse(deleteMessageQuerySchema, {})).toEqual({ for: 'me' });
    expect(z.parse(deleteMessageQuerySchema, { for: 'both' })).toEqual({ for: 'both' });
    expect(listIssues(deleteMessageQuerySchema, { for: 'all' })).toEqual(['for: for must be me or both']);
  });

  it('since: is a change number', () => {
    expect(z.parse(changesQuerySchema, { since: '12', limit: '5' })).toEqual({ since: 12, limit: 5 });
    for (const since of ['', '-1', '1.5', '1e3', 'x', '1'.repeat(16)]) {
      expect(listIssues(changesQuerySchema, { since })).toEqual(['since: since must be a number']);
    }
    expect(listIssues(changesQuerySchema, {})).toEqual(['since: since must be a number']);
  });
});

describe('presence and typing', () => {
  it('appearOffline: is true or false', () => {
    expect(listIssues(privacySchema, { appearOffline: true })).toEqual([]);
    for (const appearOffline of [undefined, 'true', 1, null]) {
      expect(listIssues(privacySchema, { appearOffline })).toEqual([
        'appearOffline: appearOffline must be true or false',
      ]);
    }
  });

  it('the handshake and typing: reject invalid members; the handshake omits unknown ones', () => {
    expect(z.parse(handshakeAuthSchema, { presence: 'delta', token: 'x' })).toEqual({ presence: 'delta' });
    expect(listIssues(handshakeAuthSchema, { presence: 'list' })).toHaveLength(1);
    expect(listIssues(typingInputSchema, { toUserId: 'b2'.repeat(12) })).toEqual([]);
    expect(listIssues(typingInputSchema, { toUserId: { $ne: null } })).toHaveLength(1);
  });
});
