import { isDeepStrictEqual } from 'node:util';
import type { Ajv2020, ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv/dist/2020.js';
import { readPointer } from '../json-pointer.js';
import { membersOf } from '../objects.js';
import {
  compareNumbers,
  ExactDecimal,
  type ExactNumber,
  isExactNumber,
  isIntegral,
  isJsonNumber,
  isMultipleOf,
  type JsonNumber,
} from './exact-number.js';

/** The stand-ins of the value under validation. Validation is synchronous. */
let current: StandIns | undefined;

/** By keyword: whether the order of a number and a limit is allowed, and the operator for messages. */
const limits = {
  minimum: [(order: number) => order >= 0, '>='],
  maximum: [(order: number) => order <= 0, '<='],
  exclusiveMinimum: [(order: number) => order > 0, '>'],
  exclusiveMaximum: [(order: number) => order < 0, '<'],
} as const;

interface Keyword {
  /** @param fact value of the keyword in the schema */
  fits(value: unknown, fact: unknown): boolean;
  describe(fact: unknown): Pick<ErrorObject, 'params' | 'message'>;
}

const largestInt64 = 2n ** 63n - 1n;

/** Makes `multipleOf` and the format `int64` exact for doubles. */
export function addNumberKeywords(ajv: Ajv2020): void {
  ajv.addFormat('int64', { type: 'number', validate: isInt64 });
  replaceKeyword(ajv, 'multipleOf', {
    fits: (value, divisor) => !isJsonNumber(value) || !isJsonNumber(divisor) || isMultipleOf(value, divisor),
    describe: (multipleOf) => ({ params: { multipleOf }, message: `must be multiple of ${String(multipleOf)}` }),
  });
}

/** Makes all keywords that compare values look up exact numbers. They are slower than Ajv's keywords. */
export function addExactKeywords(ajv: Ajv2020): void {
  for (const [name, [isAllowed, comparison]] of Object.entries(limits)) {
    replaceKeyword(ajv, name, {
      fits: (value, limit) => !isJsonNumber(value) || !isJsonNumber(limit) || isAllowed(compareNumbers(value, limit)),
      describe: (limit) => ({ params: { comparison, limit }, message: `must be ${comparison} ${String(limit)}` }),
    });
  }
  replaceKeyword(ajv, 'const', {
    fits: isDeepStrictEqual,
    describe: (allowedValue) => ({ params: { allowedValue }, message: 'must be equal to constant' }),
  });
  replaceKeyword(ajv, 'enum', {
    fits: (value, allowed) => Array.isArray(allowed) && allowed.some((each) => isDeepStrictEqual(value, each)),
    describe: (allowedValues) => ({ params: { allowedValues }, message: 'must be equal to one of the allowed values' }),
  });
}

/** Validates a value if it or its schema contains exact numbers. @returns the errors, with exact values */
export function validateExactly(validate: ValidateFunction, value: unknown): ErrorObject[] | undefined {
  const standIns = new StandIns(value);
  const outer = current;
  current = standIns;
  try {
    const context = { instancePath: '', parentData: standIns.root, parentDataProperty: 'value', dynamicAnchors: {} };
    const given = standIns.root.value;
    if (validate(given, { ...context, rootData: membersOf(given) })) {
      standIns.keepDefaults();
      return undefined;
    }
    return (validate.errors ?? []).map((error) =>
      error.propertyName === undefined ? { ...error, data: readPointer(value, error.instancePath) } : error,
    );
  } finally {
    current = outer;
  }
}

function replaceKeyword(ajv: Ajv2020, keyword: string, { fits, describe }: Keyword): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    ...(keyword === 'const' || keyword === 'enum' ? {} : { type: 'number' as const }),
    compile: (fact: unknown, parentSchema) => {
      const test: ReturnType<NonNullable<FuncKeywordDefinition['compile']>> = (data: unknown, place) => {
        const value = place && current ? current.original(data, place.parentData, place.parentDataProperty) : data;
        const isValid = fits(value, fact);
        test.errors = isValid ? [] : [{ keyword, parentSchema, ...describe(fact) }];
        return isValid;
      };
      return test;
    },
  });
}

/** Returns whether an integer fits into 64 bits. */
function isInt64(value: JsonNumber): boolean {
  if (Number.isSafeInteger(value)) return true;
  return (
    isIntegral(value) && compareNumbers(value, largestInt64) <= 0 && compareNumbers(value, -largestInt64 - 1n) >= 0
  );
}

/**
 * A value whose exact numbers are replaced by doubles of the same kind: an integer by an integer, one beyond 64 bits by
 * a larger one, a decimal by a fraction. Equal numbers get equal doubles. This lets Ajv check types and formats. The
 * keywords that compare numbers look up the exact value.
 */
class StandIns {
  readonly root: { readonly value: unknown };
  readonly #exact = new Map<unknown, Map<string, ExactNumber>>();
  readonly #doubles = new Map<string, number>();
  readonly #originals = new Map<unknown, object>();

  constructor(value: unknown) {
    const root = { value };
    this.root = root;
    root.value = this.#copy(value, root, 'value');
  }

  /** Returns the value with its exact numbers, from the member `key` of a copied object or array. */
  original(value: unknown, parent: unknown, key: string | number): unknown {
    return this.#exact.get(parent)?.get(String(key)) ?? this.#originals.get(value) ?? value;
  }

  /** Copies the members that defaults added from the stand-ins to the originals. */
  keepDefaults(): void {
    for (const [copy, original] of this.#originals) {
      if (typeof copy !== 'object' || copy === null) continue;
      for (const [name, value] of Object.entries(copy)) {
        if (!Object.hasOwn(original, name)) Reflect.set(original, name, value);
      }
    }
  }

  #copy(value: unknown, parent: object, key: string): unknown {
    if (isExactNumber(value)) {
      const members = this.#exact.get(parent) ?? new Map<string, ExactNumber>();
      this.#exact.set(parent, members.set(key, value));
      return this.#doubleOf(value);
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    const copy: object = Array.isArray(value) ? [] : {};
    let isSame = true;
    for (const [name, part] of Object.entries(value)) {
      const own = this.#copy(part, copy, name);
      isSame &&= own === part;
      Object.defineProperty(copy, name, { value: own, enumerable: true, configurable: true, writable: true });
    }
    if (isSame) return value;
    this.#originals.set(copy, value);
    return copy;
  }

  #doubleOf(value: ExactNumber): number {
    const known = this.#doubles.get(String(value));
    if (known !== undefined) return known;
    const index = this.#doubles.size + 1;
    let double = 2 ** 62 + 1024 * index;
    if (value instanceof ExactDecimal) double = index + 0.5;
    else if (!isInt64(value)) double = 1e300 + 1e285 * index;
    this.#doubles.set(String(value), double);
    return double;
  }
}
