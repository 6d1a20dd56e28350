import { model, Schema } from 'mongoose';

const jobSchema = new Schema({
  /** Name of the job. */
  _id: { type: String, required: true },
  /** When it runs next. */
  dueAt: { type: Date, required: true },
  /** The run that holds the lease; null between two runs. */
  holder: { type: String, default: null },
  /** End of the lease; in the past between two runs. */
  leaseUntil: { type: Date, required: true },
});

/** A job that one process at a time runs: see `runJob`. */
export const JobModel = model('Job', jobSchema);
