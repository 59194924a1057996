import { defineCollection, type UnitContext } from '@understudy/kernel';
import type { Resource } from '@understudy/model';
import type { ApiRuntime, ResourceCall } from './api-runtime.js';
import { readObjectBody } from './api-runtime.js';
import type { StoredEntity } from './entity-store.js';

/** Members of a record that no response shows, such as a secret. */
const hidden = defineCollection<Readonly<Record<string, unknown>>>('hidden members of things');

type Place = Pick<StoredEntity, 'key' | 'parents'>;

function addressOf({ shape }: Resource, { key, parents }: Place): string {
  return JSON.stringify([shape, parents, key]);
}

/** Stores the values that a request sets for hidden members. */
export function keepHidden(call: ResourceCall, key: string): Promise<void> | undefined {
  const { served, resource, input, context, store } = call;
  const names = hiddenNames(served, resource);
  if (names.length === 0) return undefined;
  const body = readObjectBody(input.body);
  const sent = Object.fromEntries(
    names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const])),
  );
  if (Object.keys(sent).length === 0) return undefined;
  const all = context.scopes.shared.collection(hidden);
  const address = addressOf(resource, { key, parents: store.parents });
  return all.put(address, { ...all.getSync(address), ...sent });
}

export async function readHidden(
  context: Pick<UnitContext, 'scopes'>,
  resource: Resource,
  place: Place,
): Promise<Readonly<Record<string, unknown>>> {
  return (await context.scopes.shared.collection(hidden).get(addressOf(resource, place))) ?? {};
}

function hiddenNames({ plan }: ApiRuntime, { name }: Resource): readonly string[] {
  const { hidden = [] } = plan.behavior.resources.get(name) ?? {};
  return hidden.flatMap(({ list, names: [first] }) => (list === undefined && first !== undefined ? [first] : []));
}
