/**
 * Options for the names of built files. All builds need them, so that each picture has the same URL in all of them. The
 * first load lists all files, and hashes of 16 different characters compress better than those of 64.
 */
export const FILE_NAMES = { hashCharacters: 'hex' } as const;
