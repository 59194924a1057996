import { expectTypeOf, it } from 'vitest';
import type { ActionInput } from './input-schema.js';

const schema = {
  type: 'object',
  required: ['id', 'kinds'],
  properties: {
    id: { type: 'string' },
    kinds: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    amount: { type: 'number' },
    seconds: { type: 'integer', default: 60 },
    claims: { type: 'object', additionalProperties: { type: 'boolean' } },
  },
} as const;

it('types an input by its schema: what is required or has a default is there', () => {
  expectTypeOf<ActionInput<typeof schema>>().branded.toEqualTypeOf<{
    readonly id: string;
    readonly kinds: ReadonlyArray<'a' | 'b'>;
    readonly seconds: number;
    readonly amount?: number;
    readonly claims?: Readonly<Record<string, boolean>>;
  }>();
});
