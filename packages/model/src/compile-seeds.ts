import { isObject, joinPointer, omitUndefined } from '@understudy/contract';
import { parseDuration } from '@understudy/kernel';
import type { BehaviorModel } from './behavior-model.js';
import type { CompiledSeed } from './compiled-behavior.js';
import { toLocation } from './member-path.js';
import type { StatementCompiler } from './statement-compiler.js';

const day = 86_400_000;

/** Compiles the statements about generated records. */
export function compileSeeds(compiler: StatementCompiler, model: BehaviorModel): ReadonlyMap<string, CompiledSeed> {
  const found = new Map<string, CompiledSeed>();
  for (const [name, seed] of Object.entries(model.seeds ?? {})) {
    if (!isObject(seed)) continue;
    const at = joinPointer('/seeds', name);
    if (name !== '*') compiler.known(at, 'resource', name);
    const { count, each, over, share = {}, at: times = {}, set, first = [], refersTo = {} } = seed;
    const self = compiler.schemaOf(name);
    const steps = listSteps(compiler, model, name);
    for (const [part, given] of Object.entries({ share, at: times }))
      for (const step of Object.keys(given))
        compiler.oneOf(joinPointer(at, part, step), { what: 'transition or operation', name: step, known: steps });
    for (const [member, target] of Object.entries(refersTo))
      compiler.known(joinPointer(at, 'refersTo', member), 'resource', target);
    for (const path of Object.keys(isObject(set) ? set : {})) compiler.member(joinPointer(at, 'set', path), name, path);
    const [least, most = least] =
      typeof count === 'string' ? count.split('..').map(Number) : [count ?? (each === undefined ? undefined : 1)];
    if (least !== undefined && most !== undefined && least > most)
      compiler.report(joinPointer(at, 'count'), `The range ${count} ends before it starts.`);
    found.set(
      name,
      omitUndefined({
        ...{ least, most, share, refersTo },
        first: first.map((members, index) =>
          compiler.template(joinPointer(at, 'first', index), members, { keys: undefined }),
        ),
        each:
          each === undefined || compiler.hasResource(String(each))
            ? (each as string | undefined)
            : compiler.expression(joinPointer(at, 'each'), each, {}),
        over: over === undefined ? undefined : durationOf(compiler, joinPointer(at, 'over'), over),
        at: new Map(
          Object.entries(times).map(
            ([step, text]) => [step, compiler.expression(joinPointer(at, 'at', step), text, { self })] as const,
          ),
        ),
        set: compiler
          .assignments(joinPointer(at, 'set'), set, { self, item: undefined })
          .map(([path, value]) => [toLocation(path.join('.')), value] as const),
      }),
    );
  }
  return found;
}

function durationOf(compiler: StatementCompiler, pointer: string, text: string): number | undefined {
  const [, years = 0, months = 0] = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?$/.exec(text) ?? [];
  if (Number(years) + Number(months) > 0) return (Number(years) * 365.25 + Number(months) * 30.4375) * day;
  try {
    return parseDuration(text);
  } catch (error) {
    compiler.report(pointer, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The transitions of a resource, and the operations that cause them. */
function listSteps(compiler: StatementCompiler, { resources = {} }: BehaviorModel, name: string): ReadonlySet<string> {
  return new Set([...Object.keys(resources[name]?.lifecycle?.transitions ?? {}), ...compiler.operations]);
}
