import mongoose, { type Types } from 'mongoose';
import { MessageModel } from '../message/message.model.js';
import { type Migration, walkCollection } from './migration.js';

/**
 * Adds `version` to messages from before the change log. Without it, a repeated change of such a message cannot tell
 * whether it is already logged.
 */
export const messageVersion: Migration = {
  name: '001-message-version',
  isBackwardCompatible: true,
  count: () => MessageModel.estimatedDocumentCount(),
  runBatch: (checkpoint) =>
    walkCollection<{ _id: Types.ObjectId; version?: number }>({
      model: MessageModel,
      fields: 'version',
      batchSize: 500,
      checkpoint,
      async handle(messages) {
        const ids = messages.filter(({ version }) => version === undefined).map(({ _id }) => _id);
        if (ids.length === 0) return 0;
        // The filter repeats the condition: a message may have been changed since, and its version counts from 1.
        const { modifiedCount } = await MessageModel.updateMany(
          { _id: mongoose.trusted({ $in: ids }), version: mongoose.trusted({ $exists: false }) },
          { $set: { version: 0, deletedAt: null, replyTo: null } },
        );
        return modifiedCount;
      },
    }),
};
