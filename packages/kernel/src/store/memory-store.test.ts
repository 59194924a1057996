import { describe, expect, it } from 'vitest';
import { storeRules } from '../testing/store-behavior.js';
import { defineCollection } from './define-collection.js';
import { MemoryStore } from './memory-store.js';

describe('MemoryStore', () => {
  for (const rule of storeRules) it(rule.name, () => rule.check(new MemoryStore()));

  it('freezes what is put, so that a later change fails instead of leaking', async () => {
    const value = { parts: [1, 2] };
    await new MemoryStore().begin('s1').collection('p', defineCollection('c')).put('k', value);
    expect(() => value.parts.push(3)).toThrow(TypeError);
  });
});
