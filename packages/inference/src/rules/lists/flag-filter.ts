import { splitWords } from '@understudy/model';
import { isNumeric, type KnownList, type ListParameter, selfDot, wordsOf } from './list-parameters.js';

/** The condition of a flag that names a state, a flag of the record, or whether it has something. */
export function flagFilter({ members }: KnownList, parameter: ListParameter): string | undefined {
  const words = wordsOf(parameter);
  const [first = ''] = words;
  const isOnly = first === 'only';
  const rest = ['only', 'is', 'has', 'are'].includes(first) ? words.slice(1) : words;
  const plain = rest.join('');
  if (plain === '') return undefined;
  const condition = ofFlag() ?? ofState() ?? (first === 'has' ? ofPresence() : ofCount());
  return condition === undefined ? undefined : isOnly ? `!value || ${condition}` : `(${condition}) == value`;

  function ofFlag(): string | undefined {
    const flags = members.filter(({ schema, name }) => {
      return (
        schema.types[0] === 'boolean' &&
        splitWords(name)
          .filter((word) => word !== 'is')
          .join('') === plain
      );
    });
    return flags.length === 1 && flags[0] !== undefined ? `${selfDot(flags[0].name)} == true` : undefined;
  }

  /** `overdue` is a value of `status`. */
  function ofState(): string | undefined {
    const states = members.flatMap(({ name, schema }) => {
      const values = schema.keywords['enum'];
      const value = (Array.isArray(values) ? values : []).find(
        (each) => typeof each === 'string' && splitWords(each).join('') === plain,
      );
      return value === undefined ? [] : [`${selfDot(name)} == ${JSON.stringify(value)}`];
    });
    return states.length === 1 ? states[0] : undefined;
  }

  function ofPresence(): string | undefined {
    const own = members.find(({ name }) => splitWords(name).join('') === plain);
    if (own === undefined) return undefined;
    if (own.schema.types[0] === 'array') return `${selfDot(own.name)}.size() > 0`;
    return own.schema.nullable ? `${selfDot(own.name)} != null` : undefined;
  }

  /** "At least one copy on the shelf" with `copies_available`. */
  function ofCount(): string | undefined {
    if (!/\bat least one\b/i.test(parameter.description ?? '')) return undefined;
    const counts = members.filter((each) => isNumeric(each) && splitWords(each.name).includes(plain));
    return counts.length === 1 && counts[0] !== undefined ? `${selfDot(counts[0].name)} > 0` : undefined;
  }
}
