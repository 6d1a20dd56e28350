import type { ReactNode } from 'react';

/*
 * Types that are read from the text of an ICU message, so that a wrong key or argument is an error of the compiler.
 */

/** The messages of a catalogue file, in groups if it has parts. */
export type Messages = { readonly [key: string]: string | Messages };

/**
 * What `createStrings` returns: text for a message without arguments, otherwise a function of the arguments. With a
 * tag, as in `Read the <help>help pages</help>`, the function returns nodes and has an argument that renders it.
 */
export type Strings<M extends Messages> = {
  readonly [Key in keyof M]: M[Key] extends string
    ? Text<M[Key]>
    : M[Key] extends Messages
      ? Strings<M[Key]>
      : never;
};

/** A translation has the keys of the English messages. A test compares the arguments. */
export type Translation<M extends Messages> = {
  readonly [Key in keyof M]: M[Key] extends Messages ? Translation<M[Key]> : string;
};

type Text<Message extends string> = [Tags<Message>] extends [never]
  ? keyof Arguments<Message> extends never
    ? string
    : (values: { readonly [Name in keyof Arguments<Message>]: Arguments<Message>[Name] }) => string
  : (
      values: { readonly [Name in keyof Arguments<Message>]: Arguments<Message>[Name] } & {
        readonly [Name in Tags<Message>]: RenderTag;
      },
    ) => ReactNode;

/** Renders a tag around what it contains. */
export type RenderTag = (children: ReactNode) => ReactNode;

type Tags<Message extends string> = Message extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tags<Rest>
  : never;

type Arguments<Message extends string> = ReadText<Message>[0];

/** Reads a message up to its end or the brace that closes its option. @returns the arguments found, and the rest. */
type ReadText<Rest extends string, Found = unknown> = Rest extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? SkipBrace<Rest, Found>
    : ReadArgument<After, Found>
  : SkipBrace<Rest, Found>;

type SkipBrace<Rest extends string, Found> = Rest extends `${string}}${infer After}`
  ? [Found, After]
  : [Found, ''];

/** Reads from the position after the brace that opens an argument. */
type ReadArgument<Rest extends string, Found> = Rest extends `${infer Head}}${infer After}`
  ? Head extends `${infer Name},${infer Kind}`
    ? Kind extends ` number${string}`
      ? ReadText<After, Found & Record<Name, number>>
      : Rest extends `${string}, plural,${infer Options}`
        ? Kind extends ` plural,${string}`
          ? ReadOptions<Options, Found & Record<Name, number>>
          : never
        : Rest extends `${string}, select,${infer Options}`
          ? ReadOptions<Options, Found & Record<Name, string>>
          : never
    : ReadText<After, Found & Record<Head, string | number>>
  : [Found, ''];

/** Reads the options of a plural or select argument, and then the text after it. */
type ReadOptions<Rest extends string, Found> = Rest extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? ReadBehind<Rest, Found>
    : ReadText<After, Found> extends [infer Inner, infer Next extends string]
      ? ReadOptions<Next, Inner>
      : never
  : ReadBehind<Rest, Found>;

type ReadBehind<Rest extends string, Found> = Rest extends `${string}}${infer After}`
  ? ReadText<After, Found>
  : never;
