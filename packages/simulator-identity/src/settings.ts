import { defineSetting } from '@understudy/kernel';
import { environments } from './policies.js';

/** What a scope must begin with; null for anything (analysis.gap.scope-prefix). */
export const scopePrefix = defineSetting<string | null>('scopePrefix', {
  value: null,
  allowed: 'null or text of lower-case letters, digits and -',
  accepts: (value): value is string | null =>
    value === null || (typeof value === 'string' && /^[a-z0-9-]+$/.test(value)),
});

/** The environment that the server simulates. */
export const environment = defineSetting<string>('environment', {
  value: 'stage',
  allowed: `one of ${environments.join(', ')}`,
  accepts: (value): value is string => environments.some((known) => known === value),
});
