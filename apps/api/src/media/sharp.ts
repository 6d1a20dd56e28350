import sharp from 'sharp';

/*
 * Import it only in modules that are loaded for the first picture: the library takes 10 MB of memory.
 */

// One thread for each picture leaves cores to other work. A cache would not help: no picture is processed twice.
sharp.concurrency(1);
sharp.cache(false);

export { sharp };
