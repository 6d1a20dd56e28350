import type { Message } from '@safarnama/contracts';
import { sceneUrl } from '../components/scenes.ts';
import { type MessageActions, MessageBubble } from '../features/chat/message-bubble.tsx';
import { TypingIndicator } from '../features/chat/presence.tsx';
import type { SendState } from '../features/chat/strings.ts';
import type { OutgoingMessage } from '../stores/chat/outbox/outgoing-message.ts';
import { buildAuthor, buildId, buildMessage } from '../testing/factories.ts';

const ME = buildAuthor({ fullName: 'Arjun Rathore' });
const PARTNER = buildAuthor({ fullName: 'மீனாட்சி சுந்தரேஸ்வரன்' });

const NO_ACTIONS: MessageActions = {
  openPicture: () => undefined,
  openMenu: () => undefined,
  reply: () => undefined,
  react: () => undefined,
  jumpTo: () => undefined,
  retry: () => undefined,
  discard: () => undefined,
};

const ownMessage = (overrides: Partial<Message>) =>
  buildMessage({ senderId: ME._id, receiverId: PARTNER._id, ...overrides });
const partnerMessage = (overrides: Partial<Message>) =>
  buildMessage({ senderId: PARTNER._id, receiverId: ME._id, ...overrides });

const question = partnerMessage({ text: 'কোন ঘাট? 🌊 எத்தனை மணிக்கு?' });

const STORY = {
  postId: buildId(),
  post: {
    slug: 'ghats-at-dawn',
    blogTitle: 'काशी के घाट पर एक लम्बी सुबह, பெரிய படகுகள்',
    blogImage: sceneUrl('ghats'),
    authorName: PARTNER.fullName,
  },
  quotedText: 'The first boats left before the sun.\n\nBells, smoke, marigolds.',
};

interface Row {
  message: Message;
  state?: SendState;
  outgoing?: OutgoingMessage;
  isHighlighted?: boolean;
}

const ROWS: readonly Row[] = [
  { message: question },
  {
    message: partnerMessage({
      text: 'The map is at https://example.org/घाट/a-very-long-address-without-any-space-in-it-at-all?from=assi (before six).',
      reactions: [
        { userId: ME._id, emoji: '🙏' },
        { userId: PARTNER._id, emoji: '🙏' },
        { userId: PARTNER._id, emoji: '❤️' },
      ],
    }),
  },
  {
    message: ownMessage({
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
    message: ownMessage({
      text: 'और वह तस्वीर?',
      replyTo: { _id: buildId(), senderId: ME._id, text: '', hasImage: false, isDeleted: true },
    }),
    state: 'delivered',
  },
  { message: ownMessage({ text: 'கடைசி படகு எத்தனை மணிக்கு?', ...STORY }), state: 'sent' },
  { message: partnerMessage({ text: '', ...STORY, quotedText: '' }) },
  { message: partnerMessage({ text: 'और यह?', ...STORY, post: null }) },
  { message: ownMessage({ text: 'நாளை சந்திப்போம்' }), state: 'sent' },
  { message: ownMessage({ text: '🌅👩‍👩‍👧‍👦🇮🇳' }), state: 'sent' },
  { message: partnerMessage({ text: '', deletedAt: '2026-03-01T10:00:00.000Z' }) },
  { message: partnerMessage({ text: 'This message is highlighted' }), isHighlighted: true },
  unsentRow('sending', { text: 'वाह!', image: sceneUrl('ghats'), progress: 0.4 }),
  unsentRow('waiting', { text: 'No signal in the hills' }),
  unsentRow('waiting', { text: '', story: STORY }),
  unsentRow('failed', {
    text: 'यह नहीं गया',
    error: "You can't send messages to this person.",
    errorCode: 'blocked',
  }),
];

function unsentRow(state: OutgoingMessage['state'], overrides: Partial<OutgoingMessage>): Row {
  const clientMessageId = buildId();
  const { story, ...fields } = overrides;
  const message = ownMessage({ _id: clientMessageId, ...fields, ...story });
  const { receiverId, text, image, createdAt } = message;
  return {
    message,
    state,
    outgoing: { clientMessageId, receiverId, text, image, createdAt, state, progress: null, ...overrides },
  };
}

/** Messages in each state. */
export function GalleryMessages() {
  return (
    <div className="@container mx-auto max-w-3xl">
      {ROWS.map(({ message, state, outgoing, isHighlighted = false }) => (
        <MessageBubble
          key={message._id}
          message={message}
          outgoing={outgoing}
          state={state}
          me={ME}
          partner={PARTNER}
          isLastInGroup
          showsTime
          showsWaitingNote={outgoing?.state === 'waiting'}
          isTabStop
          isHighlighted={isHighlighted}
          canReply
          actions={NO_ACTIONS}
        />
      ))}
      <p className="mt-6">
        <TypingIndicator />
      </p>
    </div>
  );
}
