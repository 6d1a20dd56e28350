import type { Formatters } from 'intl-messageformat';

/** Formats that all messages share. By default each message creates its own, which is slow on a phone. */
export const formatters: Formatters = {
  getNumberFormat: memoize((...args) => new Intl.NumberFormat(...args)),
  getDateTimeFormat: memoize((...args) => new Intl.DateTimeFormat(...args)),
  getPluralRules: memoize((...args) => new Intl.PluralRules(...args)),
};

function memoize<Args extends readonly unknown[], Format>(
  create: (...args: Args) => Format,
): (...args: Args) => Format {
  const created = new Map<string, Format>();
  return (...args) => {
    const key = JSON.stringify(args);
    const format = created.get(key) ?? create(...args);
    created.set(key, format);
    return format;
  };
}
