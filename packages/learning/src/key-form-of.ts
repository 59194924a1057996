/** Returns the format of generated keys: their common part, and how the rest varies. */
export function keyFormOf(keys: readonly string[]): string | undefined {
  const [first = '', ...others] = keys;
  if (others.length < 2) return undefined;
  if (keys.every((key) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(key))) return 'uuid';
  const [start = ''] = /^[A-Za-z]+(?:[_:-]|(?=\d+$))/.exec(first) ?? [];
  const prefix = keys.every((key) => key.startsWith(start)) ? start : '';
  const rests = keys.map((key) => key.slice(prefix.length));
  const [rest = ''] = rests;
  if (rests.some(({ length }) => length !== rest.length)) return undefined;
  const kinds: [RegExp, string][] = [
    [/^\d+$/, '{digits:N}'],
    [/^[0-9a-f]+$/, '{hex:N}'],
    [/^[A-Z]+$/, '{A:N}'],
    [/^[a-z]+$/, '{letters:N}'],
    [/^[A-Za-z0-9]+$/, '{N}'],
  ];
  const [, form] = kinds.find(([pattern]) => rests.every((each) => pattern.test(each))) ?? [];
  return form === undefined || (prefix === '' && form.startsWith('{digits'))
    ? undefined
    : `${prefix}${form.replace('N', String(rest.length))}`;
}

/** Returns the format of generated strings, such as `INV-{sequence:4}`. */
export function generatedFormOf(values: readonly unknown[]): string | undefined {
  const texts = values.filter((value): value is string => typeof value === 'string');
  if (texts.length < values.length || texts.length < 2 || new Set(texts).size < texts.length) return undefined;
  const parts = texts.map((text) => /^(.*?\D|)(\d+)$/.exec(text) ?? []);
  const [[, prefix, first = ''] = []] = parts;
  const isSequence = parts.every(
    ([, before, digits], index) => before === prefix && (index === 0 || Number(digits) > Number(parts[index - 1]?.[2])),
  );
  return prefix !== undefined && isSequence ? `${prefix}{sequence:${first.length}}` : keyFormOf(texts);
}
