import textTypes from '../../data/finvoice-text-types.json' with { type: 'json' };

/** A text type: the base is another text type or one of XML Schema. */
interface TextType {
  readonly base: string;
  readonly least: number;
  readonly most: number;
  readonly pattern: RegExp | undefined;
}

let known: ReadonlyMap<string, TextType> | undefined;

/** `\c` of XML Schema stands for the characters of XML names. */
const patternOf = (source: string): RegExp =>
  new RegExp(`^(?:${source.replaceAll('\\c', '[\\w:.\\-\\u00B7-\\uFFFD]')})$`, 'u');

const readTextType = (entries: readonly string[]): TextType => {
  const [base = 'xs:string', ...facets] = entries;
  const facet = (name: string): string | undefined =>
    facets.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  const length = facet('length');
  const pattern = facet('pattern');
  return {
    base,
    least: Number(length ?? facet('minLength') ?? 0),
    most: Number(length ?? facet('maxLength') ?? Number.POSITIVE_INFINITY),
    pattern: pattern === undefined ? undefined : patternOf(pattern),
  };
};

const typeOf = (name: string): TextType | undefined => {
  known ??= new Map(Object.entries(textTypes).map(([type, entries]) => [type, readTextType(entries.split(' '))]));
  return known.get(name);
};

const rootOf = (type: string): string => {
  const base = typeOf(type)?.base;
  return base === undefined ? type : rootOf(base);
};

const schemaFault = (type: string, text: string): string | undefined => {
  if (
    type === 'xs:dateTime' &&
    !/^-?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.test(text.trim())
  ) {
    return 'it must be a point in time such as 2026-01-15T12:00:00Z';
  }
  if (type === 'xs:NMTOKEN' && !/^[\w:.\-\u00B7-\uFFFD]+$/u.test(text.trim())) return 'it must be one word';
  return type === 'xs:integer' && !/^[+-]?\d+$/.test(text.trim()) ? 'it must be a whole number' : undefined;
};

/** Returns the error of a text of a type, undefined without an error. */
export const checkFinvoiceText = (type: string, text: string): string | undefined => {
  const textType = typeOf(type);
  if (textType === undefined) return schemaFault(type, text);
  // Only xs:string keeps its white space.
  const value = rootOf(type) === 'xs:string' ? text : text.trim().replace(/\s+/g, ' ');
  const length = [...value].length;
  if (length < textType.least) return `it must have ${textType.least} characters at least`;
  if (length > textType.most) return `it must have ${textType.most} characters at most`;
  if (textType.pattern !== undefined && !textType.pattern.test(value)) {
    return `it must have the form ${textType.pattern.source.slice(4, -2)}`;
  }
  return checkFinvoiceText(textType.base, text);
};
