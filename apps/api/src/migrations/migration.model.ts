import { type InferSchemaType, model, Schema } from 'mongoose';

/** How far a migration of this database is. */
const migrationSchema = new Schema({
  /** Its name; `RESTORE` while a restore is under way. */
  _id: { type: String, required: true },
  /** Older versions of the product may go on with what it made. */
  isGentle: { type: Boolean, default: true },
  /** Where the next batch begins; absent before the first one. */
  checkpoint: { type: Schema.Types.Mixed },
  /** Documents looked at, and changed. */
  seen: { type: Number, default: 0 },
  changed: { type: Number, default: 0 },
  startedAt: { type: Date, required: true },
  finishedAt: { type: Date, default: null },
  /** The process that works on it, and until when nobody else may. */
  holder: { type: String, default: null },
  heldUntil: { type: Date, default: null },
});

export type MigrationDoc = InferSchemaType<typeof migrationSchema> & { _id: string };
export const MigrationModel = model('Migration', migrationSchema);

/** The row that says that a restore has begun and not ended: what is there is no whole site. */
export const RESTORE_ROW_ID = 'restore';
