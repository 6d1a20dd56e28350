import { type InferSchemaType, model, Schema } from 'mongoose';

/** Progress of a migration of this database. */
const migrationSchema = new Schema({
  /** Name of the migration; `RESTORE_ROW_ID` during a restore. */
  _id: { type: String, required: true },
  /** `isBackwardCompatible` of the migration. */
  isGentle: { type: Boolean, default: true },
  /** Start of the next batch; absent before the first one. */
  checkpoint: { type: Schema.Types.Mixed },
  /** Processed and changed documents. */
  seen: { type: Number, default: 0 },
  changed: { type: Number, default: 0 },
  startedAt: { type: Date, required: true },
  finishedAt: { type: Date, default: null },
  /** Lease: the process that runs the migration, and the end of its lease. */
  holder: { type: String, default: null },
  heldUntil: { type: Date, default: null },
});

export type MigrationDoc = InferSchemaType<typeof migrationSchema> & { _id: string };
export const MigrationModel = model('Migration', migrationSchema);

/** Id of the row that exists during a restore, while the database is incomplete. */
export const RESTORE_ROW_ID = 'restore';
