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
  ['null in a choice is no longer allowed', { anyOf: [text, none] }, text],
  ['a type is no longer allowed', { type: ['string', 'integer'] }, text],
  ['a number must be whole', { type: 'number' }, whole],
  ['an untyped value gets a type', {}, text],
  ['everything becomes nothing', text, false],
  ['a value of an enumeration is gone', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['a text becomes an enumeration', text, { ...text, enum: ['a'] }],
  ['an enumeration becomes a constant', { enum: [1, 2] }, { const: 1 }],
  ['null in an enumeration is gone', { enum: ['a', null] }, { enum: ['a'] }],
  ['a minimum appears', whole, { ...whole, minimum: 3 }],
  ['a minimum rises', { ...whole, minimum: 1 }, { ...whole, minimum: 2 }],
  ['a maximum falls', { type: 'number', maximum: 2 }, { type: 'number', maximum: 1.5 }],
  ['a maximum becomes exclusive', { type: 'number', maximum: 2 }, { type: 'number', exclusiveMaximum: 2 }],
  ['a minimum becomes exclusive', { ...whole, minimum: 2 }, { ...whole, exclusiveMinimum: 2 }],
  ['a step appears', whole, { ...whole, multipleOf: 5 }],
  ['a step of cents appears', { type: 'number' }, { type: 'number', multipleOf: 0.01 }],
  ['a step doubles', { ...whole, multipleOf: 5 }, { ...whole, multipleOf: 10 }],
  ['a text gets a minimum length', text, { ...text, minLength: 1 }],
  ['a text gets a maximum length', text, { ...text, maxLength: 80 }],
  ['a maximum length falls', { ...text, maxLength: 80 }, { ...text, maxLength: 79 }],
  ['a pattern appears', text, { ...text, pattern: '^[a-z]{3}$' }],
  ['a pattern narrows', { ...text, pattern: '^[a-z]{2,4}$' }, { ...text, pattern: '^[a-z]{2,3}$' }],
  ['the text around a pattern is no longer allowed', { ...text, pattern: 'abc' }, { ...text, pattern: '^abc$' }],
  ['a format appears', text, { ...text, format: 'date' }],
  ['a list gets a minimum', { type: 'array', items: text }, { type: 'array', items: text, minItems: 1 }],
  ['a list gets a maximum', { type: 'array', items: text }, { type: 'array', items: text, maxItems: 3 }],
  ['the items of a list change', { type: 'array', items: {} }, { type: 'array', items: text }],
  ['the items of lists in a list change', { items: { items: { type: 'number' } } }, { items: { items: whole } }],
  ['items must be unique', { type: 'array', items: whole }, { type: 'array', items: whole, uniqueItems: true }],
  ['a tuple narrows', { type: 'array', prefixItems: [{}, text] }, { type: 'array', prefixItems: [whole, text] }],
  ['the second place of a tuple narrows', { prefixItems: [text, {}] }, { prefixItems: [text, whole] }],
  ['a tuple ends', { type: 'array', prefixItems: [text] }, { type: 'array', prefixItems: [text], items: false }],
  ['a list must contain something', { type: 'array' }, { type: 'array', contains: { const: 1 } }],
  ['a member is required', object({ a: text }), object({ a: text }, ['a'])],
  ['a member of a member is required', object({ a: object({ b: text }) }), object({ a: object({ b: text }, ['b']) })],
  ['the type of a member narrows', object({ a: { type: ['string', 'null'] } }), object({ a: text })],
  ['a member of an item narrows', { items: object({ a: {} }) }, { items: object({ a: text }) }],
  [
    'the values of a map narrow',
    { type: 'object', additionalProperties: {} },
    { type: 'object', additionalProperties: text },
  ],
  [
    'an open map gets a type',
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: whole },
  ],
  [
    'a member of the values of a map is required',
    { additionalProperties: object({ a: text }) },
    { additionalProperties: object({ a: text }, ['a']) },
  ],
  [
    'the names of a map are limited',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, propertyNames: { pattern: '^x' } },
  ],
  [
    'a name of a map is gone',
    { type: 'object', propertyNames: { enum: ['de', 'en', 'fr'] } },
    { type: 'object', propertyNames: { enum: ['de', 'en'] } },
  ],
  ['a further value is excluded', { ...text, not: { enum: ['u'] } }, { ...text, not: { enum: ['u', 'v'] } }],
  [
    'a map gets a minimum',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, minProperties: 1 },
  ],
  [
    'a map gets a maximum',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, maxProperties: 2 },
  ],
  [
    'members by pattern narrow',
    { type: 'object', patternProperties: { '^x-': {} } },
    { type: 'object', patternProperties: { '^x-': text } },
  ],
  [
    'a map becomes an object without further members',
    { type: 'object', additionalProperties: text },
    object({ a: text }, [], { additionalProperties: false }),
  ],
  [
    'a member needs another one',
    object({ a: text, b: text }),
    object({ a: text, b: text }, [], { dependentRequired: { a: ['b'] } }),
  ],
  [
    'a member brings a schema',
    object({ a: text, b: {} }),
    object({ a: text, b: {} }, [], { dependentSchemas: { a: { properties: { b: whole } } } }),
  ],
  [
    'a member limits an untyped one',
    object({ a: text, b: {} }),
    object({ a: text, b: {} }, [], { dependentSchemas: { a: { properties: { b: none } } } }),
  ],
  ['a value is excluded', text, { ...text, not: { const: 'root' } }],
  [
    'an object is excluded',
    object({ a: text, b: text }),
    object({ a: text, b: text }, [], { not: { required: ['a', 'b'] } }),
  ],
  ['a branch of oneOf is gone', { oneOf: [cat, dog] }, { oneOf: [cat] }],
  ['a branch of anyOf is gone', { anyOf: [text, whole] }, { anyOf: [text] }],
  [
    'a branch narrows',
    { oneOf: [cat, dog] },
    { oneOf: [{ ...cat, properties: { kind: { const: 'cat' }, lives: { ...whole, maximum: 9 } } }, dog] },
  ],
  ['a schema becomes one branch', { oneOf: [cat, dog, bird] }, cat],
  [
    'branches of oneOf overlap',
    { anyOf: [whole, { type: 'number', minimum: 5 }] },
    { oneOf: [whole, { type: 'number', minimum: 5 }] },
  ],
  [
    'branches of oneOf overlap in whole numbers',
    { anyOf: [{ type: 'number', minimum: 0 }, whole] },
    { oneOf: [{ type: 'number', minimum: 0 }, whole] },
  ],
  [
    'members by pattern appear in an open object',
    object({ a: text }),
    object({ a: text }, [], { patternProperties: { '^x-': text } }),
  ],
  [
    'names of an open object are limited',
    object({ a: text }),
    object({ a: text }, [], { propertyNames: { pattern: '^[a-z]+$' } }),
  ],
  [
    'a condition appears',
    object({ a: text, b: text }),
    object({ a: text, b: text }, [], { if: { not: { required: ['a'] } }, else: { required: ['b'] } }),
  ],
  [
    'a part of allOf is added',
    { allOf: [ref('Named')] },
    { allOf: [ref('Named'), { properties: { name: { maxLength: 5 } } }] },
  ],
  [
    'a part of allOf requires a member',
    { allOf: [object({ a: text })] },
    { allOf: [object({ a: text }), { required: ['a'] }] },
  ],
  ['a sibling of a reference narrows', ref('Text'), { ...ref('Text'), maxLength: 3 }],
  [
    'a discriminator loses a name',
    named({ c: 'Cat2', p: '#/components/schemas/Plain', o: '#/components/schemas/Other' }, 'Plain', 'Other'),
    named({ p: '#/components/schemas/Plain' }, 'Plain'),
  ],
  ['a schema that names its extensions narrows in one of them', ref('Base'), ref('Base2')],
  [
    'the boundary of an integer closes',
    { ...whole, minimum: -2147483648, maximum: 2147483648 },
    { ...whole, minimum: -2147483648, maximum: 2147483647 },
  ],
  [
    'a value in a deep place narrows',
    object({ a: object({ b: { items: object({ c: { type: ['integer', 'null'] } }) } }) }),
    object({ a: object({ b: { items: object({ c: whole }) } }) }),
  ],
  ['a self-reference narrows', object({ n: { anyOf: [ref('Tree'), ref('Tree2')] } }), object({ n: ref('Tree') })],
];

/** Neither schema allows all values of the other one. */
const disjoint: [name: string, one: Schema, other: Schema][] = [
  ['another type', text, whole],
  ['another constant', { const: 'a' }, { const: 'b' }],
  ['another format', { ...text, format: 'date' }, { ...text, format: 'date-time' }],
  ['another pattern', { ...text, pattern: '^[a-z]+$' }, { ...text, pattern: '^[0-9]+$' }],
  ['a list instead of a value', text, { type: 'array', items: text }],
  ['a value of a map', { additionalProperties: text }, { additionalProperties: whole }],
  [
    'values of a map in a member',
    object({ m: { type: 'object', additionalProperties: text } }),
    object({ m: { type: 'object', additionalProperties: whole } }),
  ],
  ['a branch is replaced', { oneOf: [cat, dog] }, { oneOf: [cat, bird] }],
  [
    'a name of a discriminator changes',
    named({ p: '#/components/schemas/Plain', o: '#/components/schemas/Other' }, 'Plain', 'Other'),
    named({ q: '#/components/schemas/Plain', o: '#/components/schemas/Other' }, 'Plain', 'Other'),
  ],
  ['a recursive schema', ref('Tree'), ref('Tree2')],
  ['the order of a tuple', { prefixItems: [text, whole] }, { prefixItems: [whole, text] }],
  ['another required member', object({ a: text, b: text }, ['a']), object({ a: text, b: text }, ['b'])],
];

const same: [name: string, one: Schema, other: Schema][] = [
  ['texts and examples', text, { ...text, description: 'x', title: 'y', examples: ['z'], deprecated: true, 'x-a': 1 }],
  ['null in the type or in anyOf', { type: ['string', 'null'] }, { anyOf: [text, none] }],
  ['null in anyOf or oneOf', { anyOf: [ref('Text'), none] }, { oneOf: [none, ref('Text')] }],
  ['a bound beside null', { anyOf: [{ ...whole, minimum: 1 }, none] }, { type: ['integer', 'null'], minimum: 1 }],
  ['types in a list or in anyOf', { type: ['string', 'integer'] }, { anyOf: [whole, text] }],
  [
    'an enumeration or constants',
    { ...text, enum: ['u', 'v'] },
    { oneOf: [{ const: 'v', title: 'V' }, { const: 'u' }] },
  ],
  ['an enumeration of one value', { enum: ['u'] }, { const: 'u' }],
  ['the order of an enumeration', { enum: ['u', 'v'] }, { enum: ['v', 'u'] }],
  ['the order of required members', object({ a: text, b: text }, ['a', 'b']), object({ b: text, a: text }, ['b', 'a'])],
  ['a reference or its target', ref('Cat'), cat],
  ['allOf of one schema', { allOf: [ref('Cat')] }, ref('Cat')],
  [
    'allOf or one object',
    { allOf: [object({ a: text }, ['a']), object({ b: whole })] },
    object({ a: text, b: whole }, ['a']),
  ],
  ['bounds in allOf', { allOf: [{ ...whole, minimum: 1 }, { maximum: 5 }] }, { ...whole, minimum: 1, maximum: 5 }],
  ['the order of branches', { oneOf: [cat, dog] }, { oneOf: [dog, cat] }],
  ['oneOf or anyOf of schemas without overlap', { oneOf: [cat, dog] }, { anyOf: [cat, dog] }],
  ['a branch twice in anyOf', { anyOf: [text, text] }, text],
  [
    'additionalProperties that is said explicitly',
    object({ a: text }),
    object({ a: text }, [], { additionalProperties: true }),
  ],
  ['bounds that allow everything', text, { ...text, minLength: 0 }],
  ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
  ['the name of a recursive schema', ref('Tree'), ref('Tree3')],
  ['an exclusive bound of integers', { ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }],
  ['a pattern that is written in another way', { ...text, pattern: '^[0-9]+$' }, { ...text, pattern: '^\\d+$' }],
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

describe('a change of a schema', () => {
  it.each(narrower)('allows less: %s', (_name, wide, narrow) => {
    expect(judge(wide, narrow)).toEqual(['less']);
  });

  it.each(narrower)('allows more if it is undone: %s', (_name, wide, narrow) => {
    expect(judge(narrow, wide)).toEqual(['more']);
  });

  it.each(disjoint)('allows other values: %s', (_name, one, other) => {
    expect(judge(one, other)).toEqual(['less', 'more']);
  });

  it.each(same)('allows the same: %s', (_name, one, other) => {
    expect([changesOf(one, other), changesOf(other, one)]).toEqual([[], []]);
  });
});
