import { isObject, membersOf, type Operation, stringifyJson } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import { type ResolvedWorkflow, readDeclaredInputs, resolveOperation } from '../arazzo/resolve.js';
import type { TargetCall } from './target.js';

/** A key that workflows send in bodies, with a request that tests it and the APIs whose workflows send it. */
export interface TestableKey {
  readonly url: string;
  /** The name of its field. */
  readonly name: string;
  /** The body of the key test, from the description. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly apis: Set<string>;
}

/**
 * Lists the input keys that can be tested. An operation's `x-key-trial` names the field of the key and a body that is
 * rejected with any key.
 */
export function listTestableKeys(
  environment: {
    readonly addressOf: (source: string, call: TargetCall) => string | undefined;
    readonly inputsFor: (item: ResolvedWorkflow) => Readonly<Record<string, unknown>>;
    readonly contracts: ContractsByApi;
  },
  items: readonly ResolvedWorkflow[],
): TestableKey[] {
  const wishes = new Map<string, TestableKey>();
  for (const item of items) {
    const { properties } = readDeclaredInputs(item.workflow, item.file);
    const given = environment.inputsFor(item);
    for (const step of item.workflow.steps) {
      const payload = step.requestBody?.payload;
      if (step.operationId === undefined || !isObject(payload)) continue;
      const resolved = resolveOperation(step, item.file, environment.contracts);
      if ('problem' in resolved) continue;
      const { source, operation } = resolved;
      const trial = keyTestOf(operation);
      const api = item.file.api ?? source;
      const address = environment.addressOf(source, { operation, api });
      if (trial === undefined || address === undefined) continue;
      const name = /^\$inputs\.([\w-]+)$/.exec(String(payload[trial.key]))?.[1] ?? '';
      const key = given[name] ?? membersOf(properties[name])['default'];
      if (typeof key !== 'string') continue;
      const url = address + operation.path;
      const id = stringifyJson([url, trial.key, key]);
      const body = { ...trial.body, [trial.key]: key };
      const wish = wishes.get(id) ?? { url, name: trial.key, body, apis: new Set() };
      wish.apis.add(api);
      wishes.set(id, wish);
    }
  }
  return [...wishes.values()];
}

function keyTestOf({ extensions }: Operation): { key: string; body: Record<string, unknown> } | undefined {
  const trial = extensions['x-key-trial'];
  if (!isObject(trial) || typeof trial['key'] !== 'string' || !isObject(trial['body'])) return undefined;
  return { key: trial['key'], body: trial['body'] };
}
