import * as userApi from '../../api/user.api.ts';
import { toast } from '../../components/toast.ts';
import { useChatStore } from '../../stores/chat/chat.store.ts';
import type { SendRejection } from '../../stores/chat/sending-slice.ts';
import { trackUser } from '../../stores/track-user.ts';
import { failureText } from './failure-text.ts';
import { CHAT_STRINGS } from './strings.ts';

/**
 * Shows a toast with the reason for a rejection and, outside the conversation, the name of the receiver. The store has
 * put the message back into its draft or, if there is another draft, left it in the list as failed.
 */
export async function reportRejection({
  receiverId,
  clientMessageId,
  message: error,
  errorCode,
}: SendRejection): Promise<void> {
  const reason = failureText({ error, errorCode }, CHAT_STRINGS.sendFailed);
  const { users, selectedUser } = useChatStore.getState();
  if (selectedUser?._id === receiverId) {
    toast.error(reason, { id: clientMessageId });
    return;
  }
  const isSessionOver = trackUser();
  const known = users.find(({ _id }) => _id === receiverId);
  const receiver = known ?? (await userApi.getById(receiverId).catch(() => null));
  if (isSessionOver()) return;
  toast.error(
    <div>
      <p>{reason}</p>
      {receiver && <p className="text-ink-soft">{CHAT_STRINGS.messageTo({ name: receiver.fullName })}</p>}
    </div>,
    { id: clientMessageId },
  );
}
