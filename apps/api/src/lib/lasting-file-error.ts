/** Missing permissions, names that cannot be used, and a file in place of a folder or the reverse. */
const LASTING_ERRORS = new Set([
  ...['EACCES', 'EPERM', 'EROFS'],
  ...['ENAMETOOLONG', 'ELOOP', 'EINVAL'],
  ...['ENOTDIR', 'EEXIST', 'EISDIR'],
]);

/** True for an error of the file system that another attempt would meet too, unlike one of a network folder. */
export const isLastingFileError = (error: unknown): boolean =>
  LASTING_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
