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

it('ActionInput makes properties optional unless they are required or have a default', () => {
  expectTypeOf<ActionInput<typeof schema>>().branded.toEqualTypeOf<{
    readonly id: string;
    readonly kinds: ReadonlyArray<'a' | 'b'>;
    readonly seconds: number;
    readonly amount?: number;
    readonly claims?: Readonly<Record<string, boolean>>;
  }>();
});
