// Placeholders in templates: `%{name}`, `%{json:name}` and `%{...name}`.

/** The values of a service by name. Each can contain placeholders. */
export type Values = Readonly<Record<string, unknown>>;

/** Values of the placeholders; `at` is the position for error messages. */
export interface Context {
  readonly values: Values;
  readonly service: string;
  readonly at: string;
}

const placeholder = /%\{(json:)?([^}]*)\}/g;

/**
 * Fills the placeholders of a text. A text that is a single placeholder becomes the value itself, otherwise the result
 * is a text.
 */
export function fillText(text: string, context: Context): unknown {
  const [, whole] = /^%\{([^}:]*)\}$/.exec(text) ?? [];
  if (whole !== undefined) return resolve(whole, context);
  return text.replace(placeholder, (_, json: string | undefined, path: string) => {
    const value = resolve(path, context);
    if (json === undefined && typeof value === 'object') {
      throw new Error(
        `${context.at}: %{${path}} is not plain text. Use it as the whole string, or write %{json:${path}}.`,
      );
    }
    return json === undefined ? String(value) : JSON.stringify(value);
  });
}

/** Returns the items that replace `%{...name}` in a list. Undefined for any other item. */
export function expand(item: unknown, contextOf: () => Context): readonly unknown[] | undefined {
  const [, path] = (typeof item === 'string' && /^%\{\.\.\.([^}]+)\}$/.exec(item)) || [];
  if (path === undefined) return undefined;
  const context = contextOf();
  const items = resolve(path, context);
  if (!Array.isArray(items)) throw new Error(`${context.at}: %{...${path}} needs a list.`);
  return items;
}

/** Values can contain placeholders. Those in a sibling's values refer to the sibling's values. */
function resolve(path: string, context: Context): unknown {
  const [, sibling, rest] = /^siblings\.(first|second)\.(.+)$/.exec(path) ?? [];
  if (sibling === undefined || rest === undefined) return fillValue(lookUp(path, context), context);
  const values = lookUp(`siblings.${sibling}`, context) as Values & { readonly api: string };
  return resolve(rest, { ...context, values, service: values.api });
}

function fillValue(value: unknown, context: Context): unknown {
  if (typeof value === 'string') return fillText(value, context);
  if (Array.isArray(value)) return value.flatMap((item) => expand(item, () => context) ?? [fillValue(item, context)]);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, context)]));
  }
  return value;
}

function lookUp(path: string, { values, service, at }: Context): unknown {
  let value: unknown = values;
  for (const key of path.split('.')) {
    const holder = typeof value === 'object' && value !== null ? (value as Values) : {};
    value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  if (value === undefined) {
    const files = `scenarios/analysis/services/${service}.yaml, or to parts.yaml`;
    throw new Error(`${at}: missing value for %{${path}}. Add it to ${files}.`);
  }
  return value;
}
