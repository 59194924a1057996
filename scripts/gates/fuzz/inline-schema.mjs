const annotations = new Set(['description', 'example', 'examples', 'title', 'deprecated', '$comment']);

/** A schema of a description with every $ref replaced by what it means, and without annotations. */
export function inlineSchema(document, schema, open = []) {
  if (Array.isArray(schema)) return schema.map((part) => inlineSchema(document, part, open));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref: reference, ...rest } = schema;
  if (reference !== undefined) {
    // A schema that contains itself ends where it begins again: anything will do there.
    if (open.includes(reference)) return true;
    const meant = inlineSchema(document, resolve(document, reference), [...open, reference]);
    return merge(meant, inlineSchema(document, rest, open));
  }
  const inlined = {};
  for (const [keyword, value] of Object.entries(rest)) {
    if (annotations.has(keyword) || keyword.startsWith('x-')) continue;
    const literal = keyword === 'enum' || keyword === 'const' || keyword === 'default' || keyword === 'required';
    if (keyword === 'properties') {
      inlined.properties = Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, inlineSchema(document, part, open)]),
      );
    } else inlined[keyword] = literal ? value : inlineSchema(document, value, open);
  }
  const { allOf, ...own } = inlined;
  return allOf === undefined ? own : allOf.reduce(merge, own);
}

function merge(one, other) {
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === 'object' ? one : other;
  return {
    ...one,
    ...other,
    ...(one.properties || other.properties ? { properties: { ...one.properties, ...other.properties } } : {}),
    ...(one.required || other.required ? { required: [...(one.required ?? []), ...(other.required ?? [])] } : {}),
  };
}

function resolve(document, reference) {
  const segments = reference.slice(2).split('/');
  return segments.reduce(
    (part, segment) => part?.[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}
