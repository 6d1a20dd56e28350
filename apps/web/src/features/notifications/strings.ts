/** What is said about being told of messages. */
export const NOTIFICATION_STRINGS = {
  title: 'Notifications',
  deviceHint: 'For this device. Both are off until you switch them on.',
  browser: 'Browser notifications',
  browserHint: 'While you look elsewhere you see who writes to you, and how the message begins.',
  denied:
    'Your browser blocks notifications of this site. Allow them in its settings for this site (the sign before the address), then switch them on here.',
  unsupported: 'This browser shows no notifications of this site.',
  insecure: 'Notifications need an address that begins with https.',
  dismissed: 'The browser was not allowed to show notifications.',
  firstTitle: 'Notifications are on',
  firstText: 'New messages show here while you look elsewhere.',
  sound: 'Quiet sound',
  soundHint: 'Two soft notes when a message comes while you look elsewhere.',
  picture: 'Picture',
  newMessage: 'New message',
} as const;
