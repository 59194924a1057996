import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from './compare-schemas.js';
import { PlainSchemas } from './plain-schemas.js';

type Schema = boolean | Record<string, unknown>;

const text = { type: 'string' };
const whole = { type: 'integer' };
const none = { type: 'null' };
const object = (properties: Record<string, unknown>, required: string[] = [], more = {}) => ({
  ...{ type: 'object', properties, required },
  ...more,
});
const cat = object({ kind: { const: 'cat' }, lives: whole }, ['kind', 'lives']);
const dog = object({ kind: { const: 'dog' }, name: text }, ['kind', 'name']);
const bird = object({ kind: { const: 'bird' } }, ['kind']);
const base = (name: string) =>
  object({ kind: text }, ['kind'], {
    discriminator: { propertyName: 'kind', mapping: { car: `#/components/schemas/${name}` } },
  });
const extension = (name: string, doors: Schema) => ({
  allOf: [{ $ref: `#/components/schemas/${name}` }, object({ doors })],
});
const components = {
  schemas: {
    Text: text,
    Cat: cat,
    Dog: dog,
    Named: object({ name: text }, ['name']),
    Plain: object({ kind: text, name: text }, ['kind']),
    Other: object({ kind: text, size: whole }, ['kind']),
    Base: base('Car'),
    Car: extension('Base', whole),
    Base2: base('Car2'),
    Car2: extension('Base2', { ...whole, maximum: 9 }),
    Tree: object({ children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } }, name: text }),
    Tree2: object({ children: { type: 'array', items: { $ref: '#/components/schemas/Tree2' } }, name: whole }),
    Tree3: object({ name: text, children: { type: 'array', items: { $ref: '#/components/schemas/Tree3' } } }),
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const named = (mapping: Record<string, string>, ...schemas: string[]) => ({
  oneOf: schemas.map(ref),
  discriminator: { propertyName: 'kind', mapping },
});

/** The wider schema comes first. */
const narrower: [name: string, wide: Schema, narrow: Schema][] = [
  ['null is no longer allowed', { type: ['string', 'null'] }, text],
  ['null in anyOf is no longer allowed', { anyOf: [text, none] }, text],
  ['a type is no longer allowed', { type: ['string', 'integer'] }, text],
  ['a number must be an integer', { type: 'number' }, whole],
  ['an untyped value gets a type', {}, text],
  ['the schema becomes false', text, false],
  ['an enum value is removed', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['a string becomes an enum', text, { ...text, enum: ['a'] }],
  ['an enum becomes a const', { enum: [1, 2] }, { const: 1 }],
  ['null is removed from an enum', { enum: ['a', null] }, { enum: ['a'] }],
  ['a minimum is added', whole, { ...whole, minimum: 3 }],
  ['a minimum rises', { ...whole, minimum: 1 }, { ...whole, minimum: 2 }],
  ['a maximum falls', { type: 'number', maximum: 2 }, { type: 'number', maximum: 1.5 }],
  ['a maximum becomes exclusive', { type: 'number', maximum: 2 }, { type: 'number', exclusiveMaximum: 2 }],
  ['a minimum becomes exclusive', { ...whole, minimum: 2 }, { ...whole, exclusiveMinimum: 2 }],
  ['multipleOf is added', whole, { ...whole, multipleOf: 5 }],
  ['a multipleOf of 0.01 is added', { type: 'number' }, { type: 'number', multipleOf: 0.01 }],
  ['multipleOf doubles', { ...whole, multipleOf: 5 }, { ...whole, multipleOf: 10 }],
  ['a string gets a minLength', text, { ...text, minLength: 1 }],
  ['a string gets a maxLength', text, { ...text, maxLength: 80 }],
  ['a maxLength falls', { ...text, maxLength: 80 }, { ...text, maxLength: 79 }],
  ['a pattern is added', text, { ...text, pattern: '^[a-z]{3}$' }],
  ['a pattern narrows', { ...text, pattern: '^[a-z]{2,4}$' }, { ...text, pattern: '^[a-z]{2,3}$' }],
  ['a pattern gets anchors', { ...text, pattern: 'abc' }, { ...text, pattern: '^abc$' }],
  ['a format is added', text, { ...text, format: 'date' }],
  ['an array gets minItems', { type: 'array', items: text }, { type: 'array', items: text, minItems: 1 }],
  ['an array gets maxItems', { type: 'array', items: text }, { type: 'array', items: text, maxItems: 3 }],
  ['array items get a type', { type: 'array', items: {} }, { type: 'array', items: text }],
  ['the items of nested arrays narrow', { items: { items: { type: 'number' } } }, { items: { items: whole } }],
  ['array items must be unique', { type: 'array', items: whole }, { type: 'array', items: whole, uniqueItems: true }],
  [
    'the first item of a tuple narrows',
    { type: 'array', prefixItems: [{}, text] },
    { type: 'array', prefixItems: [whole, text] },
  ],
  ['the second item of a tuple narrows', { prefixItems: [text, {}] }, { prefixItems: [text, whole] }],
  [
    'a tuple no longer allows further items',
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [text], items: false },
  ],
  ['an array gets contains', { type: 'array' }, { type: 'array', contains: { const: 1 } }],
  ['a property becomes required', object({ a: text }), object({ a: text }, ['a'])],
  ['a nested property becomes required', object({ a: object({ b: text }) }), object({ a: object({ b: text }, ['b']) })],
  ['the type of a property narrows', object({ a: { type: ['string', 'null'] } }), object({ a: text })],
  ['a property of array items narrows', { items: object({ a: {} }) }, { items: object({ a: text }) }],
  [
    'the values of a map get a type',
    { type: 'object', additionalProperties: {} },
    { type: 'object', additionalProperties: text },
  ],
  [
    'additionalProperties changes from true to a type',
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: whole },
  ],
  [
    'a property of map values becomes required',
    { additionalProperties: object({ a: text }) },
    { additionalProperties: object({ a: text }, ['a']) },
  ],
  [
    'map keys get a pattern',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, propertyNames: { pattern: '^x' } },
  ],
  [
    'an allowed map key is removed',
    { type: 'object', propertyNames: { enum: ['de', 'en', 'fr'] } },
    { type: 'object', propertyNames: { enum: ['de', 'en'] } },
  ],
  ['not excludes a further value', { ...text, not: { enum: ['u'] } }, { ...text, not: { enum: ['u', 'v'] } }],
  [
    'a map gets minProperties',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, minProperties: 1 },
  ],
  [
    'a map gets maxProperties',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, maxProperties: 2 },
  ],
  [
    'patternProperties narrow',
    { type: 'object', patternProperties: { '^x-': {} } },
    { type: 'object', patternProperties: { '^x-': text } },
  ],
  [
    'a map becomes an object without additional properties',
    { type: 'object', additionalProperties: text },
    object({ a: text }, [], { additionalProperties: false }),
  ],
  [
    'a property requires another property',
    object({ a: text, b: text }),
    object({ a: text, b: text }, [], { dependentRequired: { a: ['b'] } }),
  ],
  [
    'a property brings a dependent schema',
    object({ a: text, b: {} }),
    object({ a: text, b: {} }, [], { dependentSchemas: { a: { properties: { b: whole } } } }),
  ],
  [
    'a property limits the type of an untyped property',
    object({ a: text, b: {} }),
    object({ a: text, b: {} }, [], { dependentSchemas: { a: { properties: { b: none } } } }),
  ],
  ['not excludes a value', text, { ...text, not: { const: 'root' } }],
  [
    'not excludes an object with two properties',
    object({ a: text, b: text }),
    object({ a: text, b: text }, [], { not: { required: ['a', 'b'] } }),
  ],
  ['a branch of oneOf is removed', { oneOf: [cat, dog] }, { oneOf: [cat] }],
  ['a branch of anyOf is removed', { anyOf: [text, whole] }, { anyOf: [text] }],
  [
    'a branch of oneOf narrows',
    { oneOf: [cat, dog] },
    { oneOf: [{ ...cat, properties: { kind: { const: 'cat' }, lives: { ...whole, maximum: 9 } } }, dog] },
  ],
  ['only one branch of oneOf remains', { oneOf: [cat, dog, bird] }, cat],
  [
    'anyOf becomes oneOf with overlapping branches',
    { anyOf: [whole, { type: 'number', minimum: 5 }] },
    { oneOf: [whole, { type: 'number', minimum: 5 }] },
  ],
  [
    'anyOf becomes oneOf with branches that overlap in integers',
    { anyOf: [{ type: 'number', minimum: 0 }, whole] },
    { oneOf: [{ type: 'number', minimum: 0 }, whole] },
  ],
  [
    'an open object gets patternProperties',
    object({ a: text }),
    object({ a: text }, [], { patternProperties: { '^x-': text } }),
  ],
  [
    'an open object gets propertyNames',
    object({ a: text }),
    object({ a: text }, [], { propertyNames: { pattern: '^[a-z]+$' } }),
  ],
  [
    'an if/else condition is added',
    object({ a: text, b: text }),
    object({ a: text, b: text }, [], { if: { not: { required: ['a'] } }, else: { required: ['b'] } }),
  ],
  [
    'an allOf part is added',
    { allOf: [ref('Named')] },
    { allOf: [ref('Named'), { properties: { name: { maxLength: 5 } } }] },
  ],
  [
    'an allOf part that requires a property is added',
    { allOf: [object({ a: text })] },
    { allOf: [object({ a: text }), { required: ['a'] }] },
  ],
  ['a sibling keyword narrows a reference', ref('Text'), { ...ref('Text'), maxLength: 3 }],
  [
    'a discriminator loses a mapping',
    named({ c: 'Cat2', p: '#/components/schemas/Plain', o: '#/components/schemas/Other' }, 'Plain', 'Other'),
    named({ p: '#/components/schemas/Plain' }, 'Plain'),
  ],
  ['a subtype of a discriminator base schema narrows', ref('Base'), ref('Base2')],
  [
    'an integer maximum falls by one',
    { ...whole, minimum: -2147483648, maximum: 2147483648 },
    { ...whole, minimum: -2147483648, maximum: 2147483647 },
  ],
  [
    'a deeply nested value narrows',
    object({ a: object({ b: { items: object({ c: { type: ['integer', 'null'] } }) } }) }),
    object({ a: object({ b: { items: object({ c: whole }) } }) }),
  ],
  [
    'a choice between recursive schemas narrows to one',
    object({ n: { anyOf: [ref('Tree'), ref('Tree2')] } }),
    object({ n: ref('Tree') }),
  ],
];

/** Neither schema allows all values of the other one. */
const disjoint: [name: string, one: Schema, other: Schema][] = [
  ['the type changes', text, whole],
  ['the const changes', { const: 'a' }, { const: 'b' }],
  ['the format changes', { ...text, format: 'date' }, { ...text, format: 'date-time' }],
  ['the pattern changes', { ...text, pattern: '^[a-z]+$' }, { ...text, pattern: '^[0-9]+$' }],
  ['a value becomes an array', text, { type: 'array', items: text }],
  ['the type of map values changes', { additionalProperties: text }, { additionalProperties: whole }],
  [
    'the type of nested map values changes',
    object({ m: { type: 'object', additionalProperties: text } }),
    object({ m: { type: 'object', additionalProperties: whole } }),
  ],
  ['a branch of oneOf is replaced', { oneOf: [cat, dog] }, { oneOf: [cat, bird] }],
  [
    'a discriminator mapping is renamed',
    named({ p: '#/components/schemas/Plain', o: '#/components/schemas/Other' }, 'Plain', 'Other'),
    named({ q: '#/components/schemas/Plain', o: '#/components/schemas/Other' }, 'Plain', 'Other'),
  ],
  ['the type of a property in a recursive schema changes', ref('Tree'), ref('Tree2')],
  ['the items of a tuple change their order', { prefixItems: [text, whole] }, { prefixItems: [whole, text] }],
  ['another property is required', object({ a: text, b: text }, ['a']), object({ a: text, b: text }, ['b'])],
];

const same: [name: string, one: Schema, other: Schema][] = [
  [
    'descriptions and examples',
    text,
    { ...text, description: 'x', title: 'y', examples: ['z'], deprecated: true, 'x-a': 1 },
  ],
  ['null in the type list or in anyOf', { type: ['string', 'null'] }, { anyOf: [text, none] }],
  ['null in anyOf or oneOf', { anyOf: [ref('Text'), none] }, { oneOf: [none, ref('Text')] }],
  [
    'a minimum of a nullable integer',
    { anyOf: [{ ...whole, minimum: 1 }, none] },
    { type: ['integer', 'null'], minimum: 1 },
  ],
  ['a type list or anyOf', { type: ['string', 'integer'] }, { anyOf: [whole, text] }],
  [
    'an enum or a oneOf of constants',
    { ...text, enum: ['u', 'v'] },
    { oneOf: [{ const: 'v', title: 'V' }, { const: 'u' }] },
  ],
  ['an enum of one value or a const', { enum: ['u'] }, { const: 'u' }],
  ['the order of enum values', { enum: ['u', 'v'] }, { enum: ['v', 'u'] }],
  [
    'the order of required properties',
    object({ a: text, b: text }, ['a', 'b']),
    object({ b: text, a: text }, ['b', 'a']),
  ],
  ['a reference or its target', ref('Cat'), cat],
  ['allOf of one schema', { allOf: [ref('Cat')] }, ref('Cat')],
  [
    'allOf or one object schema',
    { allOf: [object({ a: text }, ['a']), object({ b: whole })] },
    object({ a: text, b: whole }, ['a']),
  ],
  [
    'minimum and maximum in allOf or in one schema',
    { allOf: [{ ...whole, minimum: 1 }, { maximum: 5 }] },
    { ...whole, minimum: 1, maximum: 5 },
  ],
  ['the order of branches', { oneOf: [cat, dog] }, { oneOf: [dog, cat] }],
  ['oneOf or anyOf of disjoint schemas', { oneOf: [cat, dog] }, { anyOf: [cat, dog] }],
  ['a duplicate branch in anyOf', { anyOf: [text, text] }, text],
  [
    'an explicit additionalProperties: true',
    object({ a: text }),
    object({ a: text }, [], { additionalProperties: true }),
  ],
  ['a minLength of 0', text, { ...text, minLength: 0 }],
  ['an array with or without an empty items schema', { type: 'array' }, { type: 'array', items: {} }],
  ['the name of a recursive schema', ref('Tree'), ref('Tree3')],
  ['an exclusive or inclusive minimum of an integer', { ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }],
  ['equivalent patterns', { ...text, pattern: '^[0-9]+$' }, { ...text, pattern: '^\\d+$' }],
];

const document = { openapi: '3.1.0', components };
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const isValid = (schema: Schema, value: unknown) =>
  ajv.validate({ components, ...(typeof schema === 'object' ? { allOf: [schema] } : { not: {} }) }, value);

const schemas = new PlainSchemas('readOnly');
const changesOf = (one: Schema, other: Schema) =>
  compareSchemas(schemas, [schemas.toPlain(document, one), schemas.toPlain(document, other)], true);

/** The verdicts that a value shows. */
function judge(one: Schema, other: Schema) {
  const changes = changesOf(one, other).filter(({ rule }) => rule !== 'added' && rule !== 'removed');
  for (const { allows, witness } of changes.flatMap(({ witnesses, ...change }) =>
    witnesses.map((witness) => ({ ...change, witness })),
  )) {
    const isNamed = /discriminator|Base/.test(JSON.stringify([one, other]));
    const fits = [isValid(one, witness), isValid(other, witness)];
    // The names of a discriminator mean more than its schema says.
    if (!isNamed) expect(fits).toEqual([allows === 'less', allows === 'more']);
  }
  return [...new Set(changes.map(({ allows }) => allows))].sort();
}

describe('a schema change', () => {
  it.each(narrower)('allows fewer values: %s', (_name, wide, narrow) => {
    expect(judge(wide, narrow)).toEqual(['less']);
  });

  it.each(narrower)('allows more values when reverted: %s', (_name, wide, narrow) => {
    expect(judge(narrow, wide)).toEqual(['more']);
  });

  it.each(disjoint)('removes some allowed values and adds others: %s', (_name, one, other) => {
    expect(judge(one, other)).toEqual(['less', 'more']);
  });

  it.each(same)('allows the same values: %s', (_name, one, other) => {
    expect([changesOf(one, other), changesOf(other, one)]).toEqual([[], []]);
  });
});
