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

  it('below the level: writes nothing', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });

    logger.info('too quiet');

    expect(lines).toEqual([]);
  });
});
