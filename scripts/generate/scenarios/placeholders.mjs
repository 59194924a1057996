// Placeholders in templates: what `%{name}`, `%{json:name}` and `%{...name}` stand for.
const placeholder = /%\{(json:)?([^}]*)\}/g;

/**
 * What a text with placeholders becomes: the value itself, whatever it is, when the text is exactly one placeholder, else a
 * text. `context` is {values, service, at}: at is the place told in errors.
 */
export function fillText(text, context) {
  const whole = /^%\{([^}:]*)\}$/.exec(text);
  if (whole !== null) {
    return resolve(whole[1], context);
  }
  return text.replace(placeholder, (_, json, path) => {
    const value = resolve(path, context);
    if (json === undefined && typeof value === 'object') {
      throw new Error(
        `${context.at}: %{${path}} is not plain text; let it be the whole string, or write %{json:${path}}.`,
      );
    }
    return json === undefined ? String(value) : JSON.stringify(value);
  });
}

/** The items that `%{...name}` puts in its own place in a list; undefined for any other item. */
export function expand(item, contextOf) {
  const [, path] = (typeof item === 'string' && /^%\{\.\.\.([^}]+)\}$/.exec(item)) || [];
  if (path === undefined) {
    return undefined;
  }
  const context = contextOf();
  const items = resolve(path, context);
  if (!Array.isArray(items)) {
    throw new Error(`${context.at}: %{...${path}} takes a list, and the value is none.`);
  }
  return items;
}

/** A value may hold placeholders again. Those in a sibling's values stand for the sibling's values. */
function resolve(path, context) {
  const [, sibling, rest] = /^siblings\.(first|second)\.(.+)$/.exec(path) ?? [];
  if (sibling === undefined) {
    return fillValue(lookUp(path, context), context);
  }
  const values = lookUp(`siblings.${sibling}`, context);
  return resolve(rest, { ...context, values, service: values.api });
}

function fillValue(value, context) {
  if (typeof value === 'string') {
    return fillText(value, context);
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => expand(item, () => context) ?? [fillValue(item, context)]);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, context)]));
  }
  return value;
}

function lookUp(path, { values, service, at }) {
  let value = values;
  for (const key of path.split('.')) {
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (value === undefined) {
    const files = `scenarios/analysis/services/${service}.yaml, or to parts.yaml`;
    throw new Error(`${at}: there is no value for %{${path}}. Add it to ${files}.`);
  }
  return value;
}
