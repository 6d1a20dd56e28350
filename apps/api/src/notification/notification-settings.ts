import { NOTIFICATION_KINDS, type NotificationKind, type NotificationSettings } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { requireOwnAccount, updateOwnAccount } from '../user/own-account.js';
import { UserModel } from '../user/user.model.js';
import { NotificationModel } from './notification.model.js';

/** Whether a user gets notifications of a kind. Accounts of older versions have no settings, and get all. */
export async function wantsNotification(userId: string, kind: NotificationKind): Promise<boolean> {
  return (await findUsersWanting([userId], kind)).has(userId);
}

/** Finds which of these users get notifications of a kind. */
export async function findUsersWanting(
  userIds: readonly string[],
  kind: NotificationKind,
): Promise<ReadonlySet<string>> {
  const users = await UserModel.find({ _id: mongoose.trusted({ $in: userIds }) })
    .select('mutedNotifications')
    .lean();
  return new Set(
    users.flatMap(({ _id, mutedNotifications }) =>
      mutedNotifications?.includes(kind) ? [] : [_id.toHexString()],
    ),
  );
}

/** @throws AppError 401 when the account no longer exists. */
export async function getNotificationSettings(userId: string): Promise<NotificationSettings> {
  const { mutedNotifications } = await requireOwnAccount(userId, 'mutedNotifications');
  const isOn = (kind: NotificationKind) => !mutedNotifications?.includes(kind);
  return {
    like: isOn('like'),
    comment: isOn('comment'),
    reply: isOn('reply'),
    story: isOn('story'),
    follow: isOn('follow'),
  };
}

/**
 * Applies to what happens from now on: earlier notifications stay.
 *
 * @throws AppError 401 when the account no longer exists.
 */
export async function setNotificationSettings(
  userId: string,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const mutedNotifications = NOTIFICATION_KINDS.filter((kind) => !settings[kind]);
  await updateOwnAccount(userId, { mutedNotifications });
  if (!settings.like) {
    // Otherwise likes from now on would join those that are being gathered.
    const now = new Date();
    const open = { from: mongoose.trusted({ $lte: now }), until: mongoose.trusted({ $gt: now }) };
    await NotificationModel.updateMany({ userId, kind: 'like', ...open }, { $set: { until: now } });
  }
  return settings;
}
