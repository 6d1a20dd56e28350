import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.js';

describe('Security 9: createLogger', () => {
  it('with secrets and private content at several depths: redacts all of it and keeps the rest', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const secret = 'नहीं-बताना';
    const secrets = {
      password: secret,
      currentPassword: secret,
      cookie: secret,
      authorization: secret,
      token: secret,
      text: secret,
      image: secret,
      profilePic: secret,
      blogImage: secret,
      blogHtml: secret,
      blogContent: secret,
      'set-cookie': [secret],
    };

    logger.info({ ...secrets, visible: 'kept-0' }, 'top');
    logger.info({ body: { ...secrets, visible: 'kept-1' } }, 'one down');
    logger.info({ req: { headers: { ...secrets, visible: 'kept-2' } } }, 'two down');

    const log = lines.join('');
    expect(lines).toHaveLength(3);
    expect(log).not.toContain(secret);
    for (const visible of ['kept-0', 'kept-1', 'kept-2']) expect(log).toContain(visible);
  });

  it('with an error of several causes: logs each of them, redacted', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const duplicate = Object.assign(
      new Error('E11000 index: emailKey_1 dup key: { emailKey: "asha@x.in" }'),
      {
        code: 11_000,
        keyValue: { emailKey: 'asha@x.in' },
      },
    );
    const err = new AggregateError([duplicate, new TypeError('x is undefined')], 'Failed rows: 2');

    logger.error({ err }, 'Failed');

    expect(lines.join('')).not.toContain('asha@x.in');
    expect(JSON.parse(lines.join('')).err).toMatchObject({
      message: 'Failed rows: 2',
      errors: [
        { message: 'E11000 index: emailKey_1 dup key: {}', code: 11_000 },
        { type: 'TypeError', message: 'x is undefined', stack: expect.stringContaining('logger.test') },
      ],
    });
  });

  it('below the level: writes nothing', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });

    logger.info('too quiet');

    expect(lines).toEqual([]);
  });
});
