import type { Message } from '@safarnama/contracts';
import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react';
import type { Receipts } from '../../stores/chat/conversation-state.ts';
import { CHAT_STRINGS, type SendState } from './strings.ts';

const ICONS: Readonly<Record<SendState, LucideIcon>> = {
  sending: Clock3,
  waiting: Clock3,
  failed: CircleAlert,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
};
/** `read` differs by a filled background, not by colour alone. */
const STYLES: Readonly<Record<SendState, string>> = {
  sending: 'text-ink-soft',
  waiting: 'text-ink-soft',
  failed: 'text-danger',
  sent: 'text-ink-soft',
  delivered: 'text-ink-soft',
  read: 'rounded-full bg-indigo-fill px-1 text-on-indigo forced-colors:border',
};

/** Icon of a send state with a text alternative. */
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
 * Derives the send state of stored messages from the partner's receipts.
 *
 * @param messages - oldest first; a receipt for a message that is not in the list refers to an older message.
 * @returns the state by index in `messages`.
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
