import { TOO_MANY_PICTURES } from '@safarnama/contracts';

const pictures = (count: number) => (count === 1 ? '1 picture' : `${count} pictures`);

/** UI strings for the pictures in a story. */
export const PICTURE_STRINGS = {
  tooMany: TOO_MANY_PICTURES,
  omitted: (count: number) =>
    count === 1
      ? 'One picture was left out, because it is stored elsewhere. Save it on your device and add it from there.'
      : `${count} pictures were left out, because they are stored elsewhere. Save them on your device and add them from there.`,
  name: (position: number, count: number, alt: string) =>
    `Picture ${position} of ${count}: ${alt === '' ? 'no description' : alt}`,
  upload: 'Picture upload',
  keys: 'Tab: tools. Enter: write below. Alt with an arrow key: move. Delete: remove.',
  describe: 'Describe this picture',
  altTooLong: 'The description is too long.',
  captionTooLong: 'The caption is too long.',
  tools: {
    text: 'Caption and description',
    above: 'Write above',
    below: 'Write below',
    up: 'Move up',
    down: 'Move down',
    card: "Use as the card's picture",
    remove: 'Remove picture',
    retry: 'Try again',
  },
  state: {
    preparing: 'Preparing…',
    waiting: 'Waiting for its turn',
    uploading: (percent: number) => `Uploading… ${percent}%`,
    retrying: 'Connection lost. The upload continues where it stopped.',
    offline: "You're offline. The upload continues when you're back.",
    rateLimited: (minutes: number) =>
      `You have added many pictures. The upload continues in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    notStored: 'This device has no room for the picture: keep this page open until it is uploaded.',
    signedOut: 'Sign in again to continue the upload.',
  },
  announcements: {
    added: (count: number) => `${pictures(count)} added`,
    moved: (position: number, count: number) => `Moved. Now picture ${position} of ${count}`,
    atTop: 'This picture is at the top already',
    atEnd: 'This picture is at the end already',
    removed: 'Picture removed. Undo brings it back.',
    card: 'This is the picture of the card now',
    uploaded: 'Picture uploaded',
    failed: (reason: string) => `Picture not uploaded: ${reason}`,
  },
  publishing: {
    waiting: (done: number, total: number, percent: number) =>
      `Uploading pictures: ${done} of ${total} done, ${percent}%`,
    offline: "You're offline. Your story is published when its pictures are uploaded.",
    stop: "Don't publish yet",
    failed: "A picture couldn't be uploaded. Try again or remove it, then publish.",
  },
} as const;
