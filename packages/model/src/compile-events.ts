import { joinPointer, omitUndefined } from '@understudy/contract';
import { type BehaviorModel, namesOf } from './behavior-model.js';
import { ofRequest } from './compile-operation.js';
import type {
  CompiledBehavior,
  CompiledChannel,
  CompiledEvent,
  CompiledEvents,
  CompiledEventType,
} from './compiled-behavior.js';
import type { Scope, StatementCompiler } from './statement-compiler.js';

/** Compiles the events of an API, and where they are sent. */
export function compileEvents(compiler: StatementCompiler, model: BehaviorModel): CompiledEvents | undefined {
  const { events } = model;
  if (events === undefined) return undefined;
  const request = Object.fromEntries(ofRequest.map((name) => [name, undefined]));
  const scope: Scope = { self: undefined, old: undefined, event: undefined, ...request };
  const common = events.body === undefined ? undefined : compiler.template('/events/body', events.body, scope);
  const causes = listCauses(compiler, model);
  const caused = Object.entries(events.types ?? {}).filter(([, each]) => each.on !== undefined);
  const types = caused.map(([type, each]): CompiledEventType => {
    const at = joinPointer('/events/types', type);
    for (const name of namesOf(each.on))
      compiler.oneOf(joinPointer(at, 'on'), { what: 'operation or transition', name, known: causes });
    if (each.webhook !== undefined && compiler.webhooks !== undefined)
      compiler.oneOf(joinPointer(at, 'webhook'), {
        what: 'webhook or callback',
        name: each.webhook,
        known: compiler.webhooks,
      });
    return omitUndefined({
      ...{ type, on: new Set(namesOf(each.on)), webhook: each.webhook },
      if: compiler.optional(joinPointer(at, 'if'), each.if, scope),
      body: each.body === undefined ? common : compiler.template(joinPointer(at, 'body'), each.body, scope),
    });
  });
  const channels = Object.entries(events.channels ?? {}).map(([name, each]): CompiledChannel => {
    const at = joinPointer('/events/channels', name);
    if ([each.url, each.store, each.operation].filter((target) => target !== undefined).length !== 1)
      compiler.report(at, 'It needs one of url, store and operation.');
    if (each.store !== undefined) compiler.known(joinPointer(at, 'store'), 'resource', each.store);
    if (each.operation !== undefined) compiler.known(joinPointer(at, 'operation'), 'operation', each.operation);
    const ofReceiver = { ...scope, item: undefined };
    return omitUndefined({
      ...{ name, store: each.store, operation: each.operation },
      each: compiler.optional(joinPointer(at, 'each'), each.each, scope),
      url: compiler.optional(joinPointer(at, 'url'), each.url, ofReceiver),
      if: compiler.optional(joinPointer(at, 'if'), each.if, ofReceiver),
      sign:
        each.sign === undefined
          ? undefined
          : omitUndefined({
              header: each.sign.header,
              hmac: each.sign.hmac,
              key: compiler.expression(joinPointer(at, 'sign', 'key'), each.sign.key, ofReceiver),
            }),
    });
  });
  return types.length === 0 && channels.length === 0 ? undefined : { types, channels };
}

/** Compiles the events that are caused by changes of records, with their messages. */
export function compileChanges(
  compiler: StatementCompiler,
  { events = {} }: BehaviorModel,
): Pick<CompiledBehavior, 'changes' | 'eventBodies'> {
  const changes = new Map<string, readonly CompiledEvent[]>();
  for (const [name, { of, when }] of Object.entries(events.types ?? {})) {
    if (of === undefined || when === undefined) continue;
    const at = joinPointer('/events/types', name);
    compiler.known(joinPointer(at, 'of'), 'resource', of);
    const scope: Scope = { self: undefined, old: undefined, operation: undefined, caller: undefined };
    const event = { name, of, when: compiler.expression(joinPointer(at, 'when'), when, scope) };
    changes.set(of, [...(changes.get(of) ?? []), event]);
  }
  const eventBodies = new Map(
    Object.entries(events.bodies ?? {}).map(([name, body]) => [
      name,
      compiler.template(joinPointer('/events/bodies', name), body, { event: undefined }),
    ]),
  );
  return { changes, eventBodies };
}

/** The operations and transitions that can cause an event. */
function listCauses({ operations }: StatementCompiler, { resources = {} }: BehaviorModel): ReadonlySet<string> {
  const transitions = Object.values(resources).flatMap(({ lifecycle }) => Object.keys(lifecycle?.transitions ?? {}));
  return new Set([...operations, ...transitions]);
}
