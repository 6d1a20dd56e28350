import { CommandError } from '../lib/command.js';

/** A backup or a restore cannot go on; `message` is written for the person at the terminal. */
export class BackupError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}
