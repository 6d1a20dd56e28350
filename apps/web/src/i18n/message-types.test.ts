import type { ReactNode } from 'react';
import { describe, expectTypeOf, it } from 'vitest';
import type { Strings } from './message-types.ts';

type Example = Strings<{
  plain: "Can't be read";
  named: 'Say hello to {name}';
  two: '{name}: {text}';
  number: '{count, number} online';
  plural: '{count, plural, one {# photo was} other {# photos were}} taken near {place}.';
  nested: '{count, plural, =0 {Nobody} one {{name} is here} other {{name} and # others}}';
  select: '{state, select, sent {Sent} other {Read by {name}}}';
  tag: 'Read <help>the pages of {site}</help> or <ask>ask</ask>.';
  group: { inner: 'by {name}' };
}>;

describe('the type of a message', () => {
  it('is text for a message without arguments, otherwise a function of the arguments', () => {
    expectTypeOf<Example['plain']>().toEqualTypeOf<string>();
    expectTypeOf<Parameters<Example['named']>[0]>().toEqualTypeOf<{ readonly name: string | number }>();
    expectTypeOf<keyof Parameters<Example['two']>[0]>().toEqualTypeOf<'name' | 'text'>();
    expectTypeOf<Parameters<Example['number']>[0]>().toEqualTypeOf<{ readonly count: number }>();
    expectTypeOf<Parameters<Example['group']['inner']>[0]>().toEqualTypeOf<{
      readonly name: string | number;
    }>();
  });

  it('has the arguments in the options of a plural or select and after it', () => {
    expectTypeOf<Parameters<Example['plural']>[0]>().toEqualTypeOf<{
      readonly count: number;
      readonly place: string | number;
    }>();
    expectTypeOf<Parameters<Example['nested']>[0]>().toEqualTypeOf<{
      readonly count: number;
      readonly name: string | number;
    }>();
    expectTypeOf<keyof Parameters<Example['tag']>[0]>().toEqualTypeOf<'help' | 'site' | 'ask'>();
    expectTypeOf<ReturnType<Example['tag']>>().toEqualTypeOf<ReactNode>();
    expectTypeOf<Parameters<Example['select']>[0]>().toEqualTypeOf<{
      readonly state: string;
      readonly name: string | number;
    }>();
  });
});
