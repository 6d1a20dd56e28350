import type { Portrait } from '../drawings/avatars.js';

export const USER_KEYS = [
  'meera',
  'arjun',
  'ananya',
  'karthik',
  'tenzin',
  'sneha',
  'imran',
  'rebecca',
] as const;
export type UserKey = (typeof USER_KEYS)[number];

interface SeedUser {
  fullName: string;
  /** Fictional, under a reserved domain. */
  email: string;
  portrait: Portrait;
  joinedDaysAgo: number;
}

/** Password of all demo users. */
export const DEMO_PASSWORD = 'namaste-safarnama';

/** The users that the command suggests for signing in: both have messages without a reply. */
export const DEMO_ACCOUNTS: readonly UserKey[] = ['meera', 'arjun'];

export const DEMO_USERS: Record<UserKey, SeedUser> = {
  meera: {
    fullName: 'Meera Nair',
    email: 'meera.nair@example.com',
    joinedDaysAgo: 190,
    portrait: {
      background: '#3c7d6b',
      skin: '#a9693f',
      hair: '#231a2b',
      clothing: '#f3e6c8',
      accent: '#d99a22',
      head: 'bun',
      hasBindi: true,
    },
  },
  arjun: {
    fullName: 'Arjun Rathore',
    email: 'arjun.rathore@example.com',
    joinedDaysAgo: 184,
    portrait: {
      background: '#e0a458',
      skin: '#b1764a',
      hair: '#2b2024',
      clothing: '#f6efe0',
      accent: '#c23b2e',
      head: 'turban',
      beard: 'moustache',
    },
  },
  ananya: {
    fullName: 'অনন্যা চট্টোপাধ্যায়',
    email: 'ananya.chattopadhyay@example.com',
    joinedDaysAgo: 171,
    portrait: {
      background: '#b84a5e',
      skin: '#c68a5c',
      hair: '#1d1722',
      clothing: '#fbf3e2',
      accent: '#a81f2f',
      head: 'long',
      hasGlasses: true,
      hasBindi: true,
    },
  },
  karthik: {
    fullName: 'Karthik Subramaniam',
    email: 'karthik.subramaniam@example.com',
    joinedDaysAgo: 166,
    portrait: {
      background: '#34408c',
      skin: '#85502f',
      hair: '#191522',
      clothing: '#8fb7c9',
      accent: '#fbf3e0',
      head: 'short',
      hasGlasses: true,
    },
  },
  tenzin: {
    fullName: 'Tenzin Dolma',
    email: 'tenzin.dolma@example.com',
    joinedDaysAgo: 160,
    portrait: {
      background: '#6f9bc4',
      skin: '#d19c6d',
      hair: '#221b26',
      clothing: '#7c2440',
      accent: '#e3a93a',
      head: 'braid',
    },
  },
  sneha: {
    fullName: 'स्नेहा कुलकर्णी',
    email: 'sneha.kulkarni@example.com',
    joinedDaysAgo: 152,
    portrait: {
      background: '#7d5aa6',
      skin: '#b97b4e',
      hair: '#2a1d22',
      clothing: '#e07a3f',
      accent: '#f7d98b',
      head: 'bob',
      hasBindi: true,
    },
  },
  imran: {
    fullName: 'Imran Qureshi',
    email: 'imran.qureshi@example.com',
    joinedDaysAgo: 145,
    portrait: {
      background: '#9fb58a',
      skin: '#bd8456',
      hair: '#33272a',
      clothing: '#3f5b7a',
      accent: '#fbf5e6',
      head: 'cap',
      beard: 'full',
    },
  },
  rebecca: {
    fullName: 'Rebecca Lyngdoh',
    email: 'rebecca.lyngdoh@example.com',
    joinedDaysAgo: 139,
    portrait: {
      background: '#d98f8a',
      skin: '#cf9667',
      hair: '#1f1a24',
      clothing: '#2f6f5b',
      accent: '#e9b44c',
      head: 'hat',
    },
  },
};
