/** Formats whose texts have one form. An example of a description can have another. */
const forms: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
};

/** Returns whether a value has the format of its schema. Numbers and other formats always have. */
export function hasFormat({ format }: Readonly<Record<string, unknown>>, value: unknown): boolean {
  return typeof value !== 'string' || (forms[String(format)]?.test(value) ?? true);
}
