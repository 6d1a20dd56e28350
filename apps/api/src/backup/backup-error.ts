import { CommandError } from '../lib/command.js';

/** A backup or restore cannot continue; `message` is shown in the terminal. */
export class BackupError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}
