import { LIMITS } from '@safarnama/contracts';
import { describe, expect, it } from 'vitest';
import { ratePassword } from './rate-password.ts';

const MEERA = ['मीरा Nair', 'meera.nair@example.org'];

describe('ratePassword', () => {
  it.each([
    ['password', 0, 'common'],
    ['PassWord', 0, 'common'],
    ['iloveyou', 0, 'common'],
    ['qwerty123', 0, 'common'],
    ['meera.nair', 1, 'personal'],
    ['NAIR-2026', 1, 'personal'],
    ['safarnama1', 1, 'personal'],
    ['aaaaaaaaaaaa', 1, 'repeat'],
    ['23456789abcdef', 1, 'sequence'],
    ['1987-05-23', 1, 'date'],
    ['monsoon-kochi-7', 3, null],
    ['correct horse battery staple', 3, null],
    ['नया-पासवर्ड-यहाँ', 3, null],
    ['k4R!x0q-ঘাট-77', 3, null],
  ])('with %s: returns level %i and cause %s', (password, level, cause) => {
    expect(ratePassword(password, MEERA)).toEqual({ level, cause });
  });

  it('with a common part of an email address: does not treat it as personal', () => {
    expect(ratePassword('orgmail-thunder-42', ['x@mail.org'])).toMatchObject({ level: 3 });
  });

  it('with the longest allowed password: takes less than a second', () => {
    const started = performance.now();

    ratePassword('পথ-'.repeat(LIMITS.passwordMax).slice(0, LIMITS.passwordMax), MEERA);

    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
