import { composer, openBlockDialog, openMessageMenu } from './conversation.ts';
import { baseUrl, expect } from './fixtures.ts';
import { mockResponse, neverRespond, type ScreenState, SERVER_ERROR } from './screen-state.ts';

export const CHAT_STATES: readonly ScreenState[] = [
  {
    screen: 'chat',
    state: 'no selection',
    viewer: 'reader',
    allRuns: true,
    async show(page, { writer }) {
      await page.goto('/chat');
      await expect(page.getByRole('link', { name: new RegExp(writer.fullName) }).first()).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'conversation',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText('अस्सी घाट 🌅').last()).toBeVisible();
      await expect(composer(page)).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'no contacts',
    viewer: 'reader',
    async show(page) {
      await mockResponse(page, '/message/get-all-users', { json: [] });
      await page.goto('/chat');
      await expect(page.getByText('No users found')).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'loading',
    viewer: 'reader',
    async show(page, { writer }) {
      await neverRespond(page, `/message/${writer._id}`);
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByRole('heading', { name: writer.fullName })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'failed',
    viewer: 'reader',
    async show(page, { writer }) {
      await mockResponse(page, `/message/${writer._id}`, SERVER_ERROR);
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText("Can't fetch messages").first()).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'a story in the composer',
    viewer: 'reader',
    async show(page, { story }) {
      await page.goto(`/post/${story.slug}`);
      await page.getByRole('button', { name: 'Ask about this story' }).click();
      await expect(page.getByRole('group', { name: 'About this story' })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'stories in messages',
    viewer: 'reader',
    async show(page, { writer, reader, story }) {
      const { _id, slug, blogTitle } = story;
      const message = {
        _id: 'a'.repeat(24),
        senderId: reader._id,
        receiverId: writer._id,
        text: 'कौन सा घाट?',
        image: '',
        createdAt: new Date().toISOString(),
        postId: _id,
        quotedText: 'The river was grey at five',
        post: { slug, blogTitle, blogImage: '', authorName: writer.fullName },
      };
      const messages = [
        message,
        {
          ...message,
          _id: 'b'.repeat(24),
          senderId: writer._id,
          receiverId: reader._id,
          text: '',
          post: null,
        },
      ];
      await mockResponse(page, `/message/${writer._id}`, {
        json: {
          messages_between_sender_receiver: messages,
          nextCursor: null,
          changeNumber: 0,
          unreadCount: 0,
          isBlocked: false,
          canMessage: true,
        },
      });
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText('This story is no longer available.')).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'menu of a message',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      await openMessageMenu(page.locator('article').last());
      await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'deleting a message',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      await openMessageMenu(page.locator('article').last());
      await page.getByRole('menuitem', { name: 'Delete for me' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete this message?' })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'replying, with an unsent message',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.route(`${baseUrl()}/api/message/send/**`, (route) => route.abort());
      await page.goto(`/chat/${writer._id}`);
      await composer(page).fill('வழியில் இருக்கிறேன்');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText("Will send when you're back online.")).toBeVisible();
      const row = page.locator('article', { hasText: 'अस्सी घाट 🌅' });
      // A row that is inserted or moved in the meantime closes the menu.
      await expect(async () => {
        await row.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'Reply' }).click({ timeout: 1_000 });
      }).toPass();
      await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'messages in every state',
    viewer: 'reader',
    allRuns: true,
    async show(page, { writer, reader }) {
      await mockResponse(page, `/message/${writer._id}`, { json: buildConversation(reader._id, writer._id) });
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText('New', { exact: true })).toBeVisible();
      await expect(page.getByTitle('Read').first()).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'blocked',
    viewer: 'reader',
    async show(page, { writer, reader }) {
      const json = { ...buildConversation(reader._id, writer._id), isBlocked: true, canMessage: false };
      await mockResponse(page, `/message/${writer._id}`, { json });
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText(`You blocked ${writer.fullName}.`)).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'blocked by the other user',
    viewer: 'reader',
    async show(page, { writer, reader }) {
      const json = { ...buildConversation(reader._id, writer._id), canMessage: false };
      await mockResponse(page, `/message/${writer._id}`, { json });
      await page.goto(`/chat/${writer._id}`);
      await expect(page.getByText("You can't send messages to this person.")).toBeVisible();
    },
  },
  {
    screen: 'chat',
    state: 'confirming a block',
    viewer: 'reader',
    async show(page, { writer }) {
      await page.goto(`/chat/${writer._id}`);
      await openBlockDialog(page);
      await expect(page.getByRole('dialog', { name: `Block ${writer.fullName}?` })).toBeVisible();
    },
  },
];

/** A conversation with quoted, reacted, deleted, read and unread messages. */
function buildConversation(me: string, partner: string) {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 4, minute)).toISOString();
  const id = (index: number) => index.toString(16).padStart(24, 'd');
  const [question, reply, deleted, delivered, fresh] = [0, 1, 2, 3, 4].map(id);
  const mine = { senderId: me, receiverId: partner, image: '' };
  const theirs = { senderId: partner, receiverId: me, image: '' };
  const quote = { _id: question, senderId: partner, text: 'কোন ঘাট?', hasImage: false, isDeleted: false };
  return {
    messages_between_sender_receiver: [
      {
        ...theirs,
        _id: question,
        text: 'কোন ঘাট?',
        createdAt: at(0),
        reactions: [{ userId: me, emoji: '🙏' }],
      },
      { ...mine, _id: reply, text: 'अस्सी, see https://example.org/घाट.', createdAt: at(1), replyTo: quote },
      { ...theirs, _id: deleted, text: '', createdAt: at(2), deletedAt: at(9) },
      { ...mine, _id: delivered, text: '🌅', createdAt: at(20) },
      { ...theirs, _id: fresh, text: 'நன்றி!', createdAt: at(40) },
    ],
    nextCursor: null,
    changeNumber: 0,
    deliveredUpTo: delivered,
    readUpTo: reply,
    ownReadUpTo: deleted,
    unreadCount: 1,
    isBlocked: false,
    canMessage: true,
  };
}
