import type { Message } from '@safarnama/contracts';
import { sceneNamed } from '../components/scenes.ts';
import { type MessageActions, MessageBubble } from '../features/chat/message-bubble.tsx';
import type { SendState } from '../features/chat/message-state.tsx';
import { TypingMark } from '../features/chat/typing.tsx';
import type { OutgoingMessage } from '../stores/chat-types.ts';
import { buildAuthor, buildId, buildMessage } from '../testing/factories.ts';

const ME = buildAuthor({ fullName: 'Arjun Rathore' });
const PARTNER = buildAuthor({ fullName: 'மீனாட்சி சுந்தரேஸ்வரன்' });

const NOTHING: MessageActions = {
  openPicture: () => undefined,
  openMenu: () => undefined,
  reply: () => undefined,
  react: () => undefined,
  jumpTo: () => undefined,
  retry: () => undefined,
  discard: () => undefined,
};

const ours = (overrides: Partial<Message>) =>
  buildMessage({ senderId: ME._id, receiverId: PARTNER._id, ...overrides });
const theirs = (overrides: Partial<Message>) =>
  buildMessage({ senderId: PARTNER._id, receiverId: ME._id, ...overrides });

const question = theirs({ text: 'কোন ঘাট? 🌊 எத்தனை மணிக்கு?' });

interface Row {
  message: Message;
  state?: SendState;
  outgoing?: OutgoingMessage;
  isHighlighted?: boolean;
}

const ROWS: readonly Row[] = [
  { message: question },
  {
    message: theirs({
      text: 'The map is at https://example.org/घाट/a-very-long-address-without-any-space-in-it-at-all?from=assi (before six).',
      reactions: [
        { userId: ME._id, emoji: '🙏' },
        { userId: PARTNER._id, emoji: '🙏' },
        { userId: PARTNER._id, emoji: '❤️' },
      ],
    }),
  },
  {
    message: ours({
      text: 'Assi, before six. ஐந்தரை மணிக்கு.',
      replyTo: {
        _id: question._id,
        senderId: PARTNER._id,
        text: question.text,
        hasImage: false,
        isDeleted: false,
      },
      reactions: [{ userId: PARTNER._id, emoji: '👍' }],
    }),
    state: 'read',
  },
  {
    message: ours({
      text: 'और वह तस्वीर?',
      replyTo: { _id: buildId(), senderId: ME._id, text: '', hasImage: false, isDeleted: true },
    }),
    state: 'delivered',
  },
  { message: ours({ text: 'நாளை சந்திப்போம்' }), state: 'sent' },
  { message: ours({ text: '🌅👩‍👩‍👧‍👦🇮🇳' }), state: 'sent' },
  { message: theirs({ text: '', deletedAt: '2026-03-01T10:00:00.000Z' }) },
  { message: theirs({ text: 'This one was looked for' }), isHighlighted: true },
  unsent('sending', { text: 'वाह!', image: sceneNamed('ghats'), progress: 0.4 }),
  unsent('waiting', { text: 'No line in the hills' }),
  unsent('failed', { text: 'यह नहीं गया', error: 'You cannot message this person' }),
];

function unsent(state: OutgoingMessage['state'], overrides: Partial<OutgoingMessage>): Row {
  const clientMessageId = buildId();
  const message = ours({ _id: clientMessageId, ...overrides });
  const { receiverId, text, image, createdAt } = message;
  return {
    message,
    state,
    outgoing: { clientMessageId, receiverId, text, image, createdAt, state, progress: null, ...overrides },
  };
}

/** A message in each of its states. */
export function GalleryMessages() {
  return (
    <div className="mx-auto max-w-3xl">
      {ROWS.map(({ message, state, outgoing, isHighlighted = false }) => (
        <MessageBubble
          key={message._id}
          message={message}
          outgoing={outgoing}
          state={state}
          me={ME}
          partner={PARTNER}
          isFirst
          isLast
          hasTime
          isStop
          isHighlighted={isHighlighted}
          isBlocked={false}
          actions={NOTHING}
        />
      ))}
      <p className="mt-6">
        <TypingMark />
      </p>
    </div>
  );
}
