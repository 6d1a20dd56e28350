import fc from 'fast-check';

// A fixed seed makes a mutant survive every run or none; shrinking a failure is not needed here.
fc.configureGlobal({ seed: 1, endOnFailure: true });
