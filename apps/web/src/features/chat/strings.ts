import { CANNOT_MESSAGE, LIMITS, type ReactionEmoji } from '@safarnama/contracts';
import type { OutgoingMessage } from '../../stores/chat/outbox/outgoing-message.ts';

/** Send state of one of the viewer's own messages. */
export type SendState = OutgoingMessage['state'] | 'sent' | 'delivered' | 'read';

const numberFormat = new Intl.NumberFormat('en-IN');
const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

const characters = (count: number) =>
  count === 1 ? '1 character' : `${numberFormat.format(count)} characters`;

const STATES: Readonly<Record<SendState, string>> = {
  sending: 'Sending',
  waiting: 'Waiting to send',
  failed: 'Not sent',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
};
const REACTION_NAMES: Readonly<Record<ReactionEmoji, string>> = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '😂': 'Laughing',
  '😮': 'Surprised',
  '😢': 'Sad',
  '🙏': 'Folded hands',
};

/** UI strings for the chat screen. */
export const CHAT_STRINGS = {
  // From the specification, letter for letter.
  onlineOnly: 'online only',
  noUsersFound: 'No users found',
  noUsersOnline: 'No users online',
  online: 'Online',
  offline: 'Offline',
  selectUserFirst: 'Please select a user to chat with.',
  usersFailed: "Can't fetch users",
  messagesFailed: "Can't fetch messages",
  sendFailed: 'Failed to send message',

  title: 'Chats',
  searchPeople: 'Search people',
  loadingPeople: 'Loading people…',
  morePeople: 'Show more people',
  people: 'People',
  peopleFound: (found: number) =>
    found === 1 ? '1 person found' : `${numberFormat.format(found)} people found`,
  presenceUnknown: 'Online status unknown',
  onlineUsersUnknown: "You'll see who's online when you reconnect.",
  onlineCount: (online: number) => `${numberFormat.format(online)} online`,
  you: 'You',
  ownPreview: (text: string) => `You: ${text}`,
  draftLabel: 'Draft:',
  picture: 'Picture',
  welcomeTitle: "Ask someone who's been there",
  welcome: 'Select a conversation to start chatting.',
  close: 'Close conversation',
  back: 'Back to chats',
  allChats: 'All chats',
  notFoundTitle: 'Nobody lives here.',
  notFoundText: 'This account no longer exists, or the link is wrong.',
  tryAgain: 'Try again',
  conversationWith: (name: string) => `Conversation with ${name}`,
  emptyTitle: (name: string) => `Say hello to ${name}`,
  empty: 'No messages yet. Ask about their journey.',
  loadingMessages: 'Loading messages…',
  older: 'Show older messages',
  loadingOlder: 'Loading older messages…',
  conversationStart: (name: string) => `This is the start of your conversation with ${name}.`,
  newMessages: (newCount: number) =>
    newCount === 1 ? '1 new message' : `${numberFormat.format(newCount)} new messages`,
  toNewest: 'Jump to the latest message',
  unreadSeparator: 'New',
  disconnected: 'No connection. New messages will appear when you reconnect.',
  sentBy: (name: string) => `Sent by ${name}`,
  sentByYou: 'Sent by you',
  aPicture: 'a picture',
  announceMessage: (name: string, text: string) => `${name}: ${text}`,
  announceMessages: (newCount: number, name: string, text: string) =>
    `${numberFormat.format(newCount)} new messages. ${name}: ${text}`,
  states: STATES,
  willSend: "Will send when you're back online.",
  retry: 'Retry',
  discard: 'Discard',
  uploading: 'Uploading picture',
  deleted: 'This message was deleted',
  actions: 'Message actions',
  reactions: 'Reactions',
  react: 'React',
  reactionNames: REACTION_NAMES,
  reactionBy: (reaction: string, names: readonly string[]) => `${reaction}: ${listFormat.format(names)}`,
  reactFailed: "Couldn't save your reaction",
  reply: 'Reply',
  copy: 'Copy text',
  copied: 'Copied',
  copyFailed: "Your browser doesn't allow copying here",
  deleteForMe: 'Delete for me',
  deleteForBoth: 'Delete for both',
  deleteTitle: 'Delete this message?',
  deleteForMeText: 'Removed from your devices only. The other person will still see it.',
  deleteForBothText: 'This deletes the message for both of you. A note will remain.',
  deletedToast: 'Message deleted',
  deleteFailed: "Couldn't delete the message",
  cancelDelete: 'Cancel',
  inReplyTo: 'In reply to',
  cancelReply: 'Cancel reply',
  quoteMissing: 'That message is no longer available',
  typing: 'typing…',
  isTyping: (name: string) => `${name} is typing…`,
  unread: (unread: number) =>
    unread === 1 ? '1 unread message' : `${numberFormat.format(unread)} unread messages`,
  unreadCount: (unread: number) => (unread > 99 ? '99+' : numberFormat.format(unread)),
  more: 'Conversation options',
  block: 'Block',
  unblock: 'Unblock',
  blockTitle: (name: string) => `Block ${name}?`,
  blockText:
    "You won't be able to message each other or see when the other is online. Your conversation stays.",
  cancelBlock: 'Cancel',
  unblockTitle: (name: string) => `Unblock ${name}?`,
  unblockText: "You'll be able to message each other again.",
  isBlocked: (name: string) => `You blocked ${name}.`,
  cannotMessage: CANNOT_MESSAGE,
  blockFailed: "That didn't work. Please try again.",
  message: 'Message',
  placeholder: 'Write a message',
  attach: 'Attach a picture',
  send: 'Send',
  keyHint: 'Press Enter to send, Shift+Enter for a new line.',
  touchKeyHint: 'Press Enter for a new line, and the Send button to send.',
  preview: 'Picture to send',
  removePicture: 'Remove picture',
  dropHere: 'Drop the picture here',
  pictureUnreadable: "This picture couldn't be opened",
  lengthLeft: (left: number) => `${characters(left)} left`,
  tooLong: (over: number) =>
    `${characters(over)} too long (limit ${numberFormat.format(LIMITS.messageText)})`,
} as const;
