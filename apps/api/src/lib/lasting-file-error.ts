/** `EISDIR` is of a file in whose place there is a folder; the others are of folders as well. */
const LASTING_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR']);

/** True for an error of the file system that another attempt would meet too, unlike one of a network folder. */
export const isLastingFileError = (error: unknown): boolean =>
  LASTING_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
