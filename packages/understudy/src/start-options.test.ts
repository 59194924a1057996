import { expectTypeOf, it } from 'vitest';
import type { ActionName, ApiWithActions } from './control/control.js';
import type { StartOptions } from './start-options.js';

/** The completions of a union, or `never` for plain `string`. */
type Completed<Union> = Union extends string ? (string extends Union ? never : Union) : never;
type Option<Name extends keyof StartOptions> = NonNullable<StartOptions[Name]>;

it('offers what is known to an editor, and takes other texts', () => {
  type Api = 'inventory' | 'time' | 'payroll' | 'rostering' | 'einvoicing';
  expectTypeOf<Completed<Option<'apis'>[number]>>().toEqualTypeOf<Api>();
  expectTypeOf<Completed<Option<'clock'>>>().toEqualTypeOf<'manual' | 'real' | `scaled:${number}`>();
  expectTypeOf<Completed<Option<'progression'>>>().toEqualTypeOf<
    'immediate' | 'manual' | 'documented' | `after:${string}` | `polls:${number}`
  >();
  expectTypeOf<Completed<Option<'seed'>>>().toEqualTypeOf<'empty' | 'demo'>();
  expectTypeOf<Completed<ApiWithActions>>().toEqualTypeOf<Api | 'identity'>();
  expectTypeOf<ActionName<'inventory'>>().toEqualTypeOf<'addSubscriptions' | 'inspectForecast'>();
  expectTypeOf<string>().toExtend<Option<'apis'>[number] & Option<'seed'> & Option<'clock'>>();
});
