import type { Model } from 'mongoose';

/** A model of any documents, for code that uses only what all of its models have in common. */
// biome-ignore lint/suspicious/noExplicitAny: the type of a model's documents is not checked against another one's
export type AnyModel = Model<any>;
