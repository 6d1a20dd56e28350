/** UI strings for the notification settings and for the notifications themselves. */
export const NOTIFICATION_STRINGS = {
  title: 'Notifications',
  deviceHint: 'For this device only. Both are off until you turn them on.',
  browser: 'Browser notifications',
  browserHint: "See who wrote and a preview while you're in another tab.",
  denied:
    'Your browser blocks notifications from Safarnama. Allow them in its settings for this site (the icon next to the address), then turn them on here.',
  unsupported: "This browser can't show notifications from Safarnama.",
  insecure: 'Notifications need a secure address that begins with https.',
  dismissed: 'Notifications stay off until you allow them in your browser.',
  firstTitle: 'Notifications are on',
  firstText: "New messages will appear here while you're in another tab.",
  sound: 'Message sound',
  soundHint: "Two soft notes when a message arrives while you're in another tab.",
  picture: 'Picture',
  newMessage: 'New message',
} as const;
