import type { Page } from '@playwright/test';
import { buildPlaceHit } from '../src/testing/factories.ts';
import { expect } from './fixtures.ts';
import { expectHeading, mockResponse, neverRespond, type ScreenState, SERVER_ERROR } from './screen-state.ts';

const PERSON = {
  _id: '665f1c2ab7d3e84f91a0c5d1',
  fullName: 'आशा वर्मा',
  profilePic: '',
  createdAt: '2026-02-03T04:05:06.000Z',
};

/** One notification of each kind. */
function buildNotifications() {
  return ['like', 'comment', 'reply', 'story', 'follow'].map((kind, index) => ({
    _id: `665f2e77b7d3e84f91a0c6f${index}`,
    kind,
    people: [PERSON, { ...PERSON, _id: '665f1c2ab7d3e84f91a0c5d2', fullName: 'Ravi Kumar' }],
    peopleCount: kind === 'like' ? 4 : 1,
    post: kind === 'follow' ? null : { slug: 'ghats', blogTitle: 'சென்னையில் ஒரு மழை நாள்' },
    commentId: ['comment', 'reply'].includes(kind) ? `665f3a11b7d3e84f91a0c7a${index}` : null,
    createdAt: '2026-11-20T05:00:00.000Z',
    readAt: index > 1 ? '2026-11-20T06:00:00.000Z' : null,
  }));
}

/** Responds with a notification of each kind, two of them unread. */
export function mockNotifications(page: Page): Promise<void> {
  const json = { notifications: buildNotifications(), unreadCount: 2, nextCursor: 'next' };
  return mockResponse(page, '/notifications', { json });
}

/** The list of followed authors' stories, the author page and notifications. */
export const FOLLOWING_STATES: readonly ScreenState[] = [
  {
    screen: 'following',
    state: 'empty',
    viewer: 'writer',
    async show(page) {
      await page.goto('/?list=following');
      await expect(page.getByText('No stories here yet')).toBeVisible();
    },
  },
  {
    screen: 'following',
    state: 'stories',
    viewer: 'reader',
    allRuns: true,
    async show(page, { writer, story }) {
      const path = `/post/by-author/${writer._id}`;
      const { posts } = await (await page.request.get(`/api${path}?view=card`)).json();
      await mockResponse(page, '/post/following', { json: { posts, nextCursor: null } });
      await page.goto('/?list=following');
      await expect(page.getByRole('link', { name: story.blogTitle }).first()).toBeVisible();
    },
  },
  {
    screen: 'author',
    state: 'with a bio, followers and places',
    viewer: 'reader',
    allRuns: true,
    async show(page, { writer }) {
      const path = `/post/by-author/${writer._id}`;
      const { author, ...list } = await (await page.request.get(`/api${path}?view=card&limit=12`)).json();
      const bio = 'मैं धीमी नाव लेती हूँ। '.repeat(8).slice(0, 160);
      const places = ['Varanasi', 'Thiruvananthapuram', 'Leh'].map((name) =>
        buildPlaceHit({ _id: `sf-${name}`, slug: name.toLowerCase(), name }),
      );
      const json = { ...list, author: { ...author, bio, followerCount: 1_234, followedByMe: true }, places };
      await mockResponse(page, path, { json });
      await page.goto(`/author/${writer._id}`);
      await expect(page.getByText('1,234 followers')).toBeVisible();
    },
  },
  {
    screen: 'notifications',
    state: 'every kind',
    viewer: 'reader',
    allRuns: true,
    async show(page) {
      await mockNotifications(page);
      await mockResponse(page, '/notifications/read', { json: { unreadCount: 0 } });
      await page.goto('/notifications');
      await expect(page.getByText('started following you')).toBeVisible();
    },
  },
  {
    screen: 'notifications',
    state: 'loading',
    viewer: 'reader',
    async show(page) {
      await neverRespond(page, '/notifications');
      await page.goto('/notifications');
      await expectHeading(page, 'Notifications');
    },
  },
  {
    screen: 'notifications',
    state: 'empty',
    viewer: 'reader',
    async show(page) {
      const json = { notifications: [], unreadCount: 0, nextCursor: null };
      await mockResponse(page, '/notifications', { json });
      await page.goto('/notifications');
      await expect(page.getByText('No notifications yet')).toBeVisible();
    },
  },
  {
    screen: 'notifications',
    state: 'error',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/notifications', SERVER_ERROR);
      await page.goto('/notifications');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];
