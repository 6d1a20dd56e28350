export const messages = {
  rule: 'At least {minLength} characters, in any script.',
  strong: 'Hard to guess.',
  common: 'Too common. Attackers try it first.',
  weak: 'Easy to guess{cause, select, personal {: it contains your name, your email address or the name of this site} repeat {: too repetitive} sequence {: it contains a sequence of letters, digits or neighbouring keys} date {: it contains a date or a year} other {}}. Try three or four unrelated words.',
  fair: 'Could be stronger{cause, select, personal {: it contains your name, your email address or the name of this site} repeat {: too repetitive} sequence {: it contains a sequence of letters, digits or neighbouring keys} date {: it contains a date or a year} other {}}. Add another word.',
} as const;
