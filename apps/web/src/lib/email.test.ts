import { subscribeInputSchema } from '@safarnama/contracts';
import { expect, it } from 'vitest';
import { isEmail } from './email.ts';

it.each([
  ['a@example.org', true],
  ['मीरा@उदाहरण.भारत', true],
  ['first.last+tag@sub.example.co.in', true],
  ['', false],
  ['meera', false],
  ['meera@', false],
  ['@example.org', false],
  ['a b@example.org', false],
  ['a@b@example.org', false],
  ['"a"@example.org', false],
  ['a@example.org.', false],
  ['a@example..org', false],
  ['a@.org', false],
  [`${'x'.repeat(242)}@example.org`, true],
  [`${'x'.repeat(243)}@example.org`, false],
  [`a@${'x'.repeat(250)}.org`, false],
])('isEmail with %j: returns %s, as the schema of the contracts does', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
  expect(subscribeInputSchema.safeParse({ email: text }).success).toBe(expected);
});
