import { innerVariable, type Many, type Scope, type Value } from './scope.js';

interface Reader {
  value(text: string, scope: Scope): Value | undefined;
  many(text: string, scope: Scope): Many | undefined;
}

const product = '.{1,80}? (?:times|multiplied by|[*×]) .{1,80}?';

/** Patterns, with the groups that contain the items and the product per item. */
const forms: readonly (readonly [form: RegExp, things: 1 | 2, product: 1 | 2])[] = [
  [
    new RegExp(
      `^(?:the )?(?:grand )?(?:sum|total)(?: amount| price)?,? (?:taken )?(?:over|of|across|for) (.+?) of (${product})$`,
    ),
    ...([1, 2] as const),
  ],
  [
    new RegExp(`^(?:the )?(?:sum|total) of (${product}) (?:of|over|across|for|in) ((?:all|each|every|its|the) .+)$`),
    ...([2, 1] as const),
  ],
  [new RegExp(`^(${product}),? (?:all )?(?:summed|added|totall?ed)(?: up)? (?:over|across|for) (.+)$`), 2, 1],
  [
    new RegExp(
      `^(?:the )?(?:sum|total) of (.+?), (?:where )?(?:each|every)(?: one| line| item)? (?:being|is|counts?|counting|with|worth)(?: as)? (${product})$`,
    ),
    ...([1, 2] as const),
  ],
];

/** Reads the sum of a product per item: "The sum over all lines of quantity times unit price". */
export function productSum(reader: Reader, text: string, scope: Scope): Value | undefined {
  for (const [form, things, factors] of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const said = found[things] ?? '';
    const all = reader.many(said.replace(/^(?:each|every) (.+?)s?$/, 'all $1s'), scope) ?? reader.many(said, scope);
    if (all === undefined) continue;
    const variable = innerVariable(scope);
    const value = reader.value(found[factors]?.replace(/\b(?:its|their|the) /g, '') ?? '', {
      ...{ vocabulary: scope.vocabulary, variable, kind: all.kind, outer: scope },
    });
    if (value?.expression.includes(`${variable}.`))
      return { expression: `${all.expression}.map(${variable}, ${value.expression}).sum()` };
  }
  return undefined;
}
