import type { Message } from '@safarnama/contracts';
import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react';
import type { Receipts } from '../../stores/chat/conversation-state.ts';
import type { OutgoingMessage } from '../../stores/chat/outbox/outgoing-message.ts';
import { CHAT_STRINGS } from './strings.ts';

/** How far a message of one's own is. */
export type SendState = OutgoingMessage['state'] | 'sent' | 'delivered' | 'read';

const ICONS: Readonly<Record<SendState, LucideIcon>> = {
  sending: Clock3,
  waiting: Clock3,
  failed: CircleAlert,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
};
/** Read is told by a filled ground too, not by its colour alone. */
const STYLES: Readonly<Record<SendState, string>> = {
  sending: 'text-ink-soft',
  waiting: 'text-ink-soft',
  failed: 'text-danger',
  sent: 'text-ink-soft',
  delivered: 'text-ink-soft',
  read: 'rounded-full bg-indigo-fill px-1 text-on-indigo forced-colors:border',
};

/** A small picture of the state, and its word for those who do not see it. */
export function MessageState({ state }: { state: SendState }) {
  const Icon = ICONS[state];
  return (
    <span title={CHAT_STRINGS.states[state]} className={`inline-flex items-center ${STYLES[state]}`}>
      <Icon aria-hidden className={state === 'read' ? 'size-3.5' : 'size-4'} strokeWidth={2.25} />
      <span className="sr-only">{CHAT_STRINGS.states[state]}</span>
    </span>
  );
}

/**
 * Tells of each stored message of one's own how far it is.
 *
 * @param messages - oldest first; a mark that is not among them is of an older message.
 */
export function createSendStateLookup(
  messages: readonly Message[],
  receipts: Receipts,
): (index: number) => SendState {
  const indexOfMessage = (id: string | undefined) =>
    id === undefined ? -1 : messages.findLastIndex(({ _id }) => _id === id);
  const read = indexOfMessage(receipts.readUpTo);
  const delivered = Math.max(read, indexOfMessage(receipts.deliveredUpTo));
  return (index) => (index <= read ? 'read' : index <= delivered ? 'delivered' : 'sent');
}
