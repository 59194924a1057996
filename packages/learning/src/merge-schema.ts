import { isIntegral, isJsonNumber, isObject, type JsonSchema } from '@understudy/contract';
import { keyNamePattern } from './extract-conditions.js';
import { looksLikeId } from './find-paths.js';

const formats: readonly (readonly [string, RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['email', /^[^\s@]{1,64}@[^\s@]+\.[a-z]{2,}$/i],
  ['uri', /^https?:\/\/\S+$/],
];

/**
 * For an enum: minimum number of observations, maximum number of values, and minimum average observations per value.
 */
const [observations, mostValues, observationsEach] = [8, 8, 3];
const [deepest, mostMembers] = [12, 500];

/** Returns whether the values of a member identify something. */
function isNaming(name: string): boolean {
  return keyNamePattern.test(name) || /(?:^|[_-])(?:name|title|email)s?$|Names?$/.test(name);
}

interface MergeOptions {
  readonly name?: string;
  readonly hasEnums?: boolean;
  /** Keys and names of records, which do not become enum values. */
  readonly names?: ReadonlySet<string>;
  readonly depth?: number;
}

/**
 * Merges examples of a value into a schema that fits all of them. Members that are always present are `required`, and
 * an enum needs enough evidence.
 */
export function mergeSchema(
  values: readonly unknown[],
  { name = '', hasEnums = true, names = new Set(), depth = 0 }: MergeOptions = {},
): JsonSchema {
  const present = values.filter((value) => value !== null && value !== undefined);
  const types = new Set(present.map(typeOfValue));
  if (types.has('number')) types.delete('integer');
  if (values.includes(null)) types.add('null');
  const [only, ...others] = types;
  const schema: JsonSchema = only === undefined ? {} : { type: others.length === 0 ? only : [...types] };
  if (depth > deepest) return schema;
  const objects = present.filter(isObject).filter((value) => !Array.isArray(value));
  if (objects.length > 0) Object.assign(schema, membersOf(objects, { hasEnums, names, depth }));
  const lists = present.filter((value): value is unknown[] => Array.isArray(value));
  const items = lists.flatMap((list) => list.slice(0, 200));
  if (lists.length > 0)
    schema['items'] = items.length === 0 ? {} : mergeSchema(items, { name, hasEnums, names, depth: depth + 1 });
  const texts = present.filter((value): value is string => typeof value === 'string');
  if (texts.length > 0 && texts.length === present.length)
    Object.assign(
      schema,
      textSchema(
        texts,
        hasEnums && !isNaming(name) && !texts.some((text) => names.has(text)) ? values.includes(null) : undefined,
      ),
    );
  return schema;
}

function membersOf(
  objects: readonly Readonly<Record<string, unknown>>[],
  { depth, ...options }: MergeOptions & { readonly depth: number },
): JsonSchema {
  const members = [...new Set(objects.flatMap((each) => Object.keys(each)))].slice(0, mostMembers);
  const isMap = members.length >= 3 && members.every(looksLikeId);
  if (isMap)
    return {
      additionalProperties: mergeSchema(
        objects.flatMap((each) => Object.values(each)),
        { ...options, depth: depth + 1 },
      ),
    };
  const required = members.filter((name) => objects.every((each) => Object.hasOwn(each, name)));
  const properties = members.map((name) => {
    const values = objects.flatMap((each) => (Object.hasOwn(each, name) ? [each[name]] : []));
    return [name, mergeSchema(values, { ...options, name, depth: depth + 1 })] as const;
  });
  return { properties: Object.fromEntries(properties), ...(required.length === 0 ? {} : { required }) };
}

/** @param isNullable whether the enum includes null, or undefined if there is no enum */
function textSchema(texts: readonly string[], isNullable: boolean | undefined): JsonSchema {
  const format = formats.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0];
  if (format !== undefined) return { format };
  const distinct = [...new Set(texts)].sort();
  const isWord = distinct.every((text) => /^[A-Za-z][\w .-]{0,39}$/.test(text) && !looksLikeId(text));
  const isEnum =
    isNullable !== undefined &&
    isWord &&
    texts.length >= observations &&
    distinct.length <= mostValues &&
    distinct.length > 1 &&
    texts.length >= distinct.length * observationsEach;
  return isEnum ? { enum: isNullable ? [...distinct, null] : distinct } : {};
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return isJsonNumber(value) ? (isIntegral(value) ? 'integer' : 'number') : typeof value;
}
