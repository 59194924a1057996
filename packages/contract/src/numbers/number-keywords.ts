import { isDeepStrictEqual } from 'node:util';
import type { Ajv2020, ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv/dist/2020.js';
import { membersOf } from '../is-object.js';
import { readPointer } from '../json-pointer.js';
import { compareNumbers, isJsonNumber, isMultipleOf } from './exact-number.js';
import { isInt64, StandIns } from './stand-ins.js';

/** The stand-ins of the value under validation. Validation is synchronous. */
let current: StandIns | undefined;

/** True if the order of a number and a limit is allowed, and the sign of that order. */
const limits = {
  minimum: [(order: number) => order >= 0, '>='],
  maximum: [(order: number) => order <= 0, '<='],
  exclusiveMinimum: [(order: number) => order > 0, '>'],
  exclusiveMaximum: [(order: number) => order < 0, '<'],
} as const;

interface Keyword {
  /** @param fact the value of the keyword in the schema */
  fits(value: unknown, fact: unknown): boolean;
  describe(fact: unknown): Pick<ErrorObject, 'params' | 'message'>;
}

/** Makes `multipleOf` and the format `int64` exact for doubles. */
export function addNumberKeywords(ajv: Ajv2020): void {
  ajv.addFormat('int64', { type: 'number', validate: isInt64 });
  replaceKeyword(ajv, 'multipleOf', {
    fits: (value, divisor) => !isJsonNumber(value) || !isJsonNumber(divisor) || isMultipleOf(value, divisor),
    describe: (multipleOf) => ({ params: { multipleOf }, message: `must be multiple of ${String(multipleOf)}` }),
  });
}

/** Makes all keywords that compare values look up exact numbers. They are slower than those of Ajv. */
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

/** Validates a value that contains exact numbers, or has a schema that does. @returns the errors, with exact values */
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
