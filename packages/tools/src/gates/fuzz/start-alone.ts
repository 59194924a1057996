import type { ApiContract } from '@understudy/contract';
import type { KnownRequests } from '@understudy/fuzzing';
import { builtInApis, type RunningSimulators } from 'api-understudy';
import { membersOf } from '../../members-of.ts';
import { keyOf, type Start } from './record-start.ts';

const places = Array.from({ length: 20 }, (_, index) => ({ key: `client-${index}`, faultId: `fault-${index}` }));
const clientOf = ({ key }: { readonly key: string }) => ({ clientId: key, accepted: true, tokenLifetime: 60 });

/** Bodies that change the records in {@link startAlone}. */
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  createRecord: places.map(({ key }) => clientOf({ key: `${key}-more` })),
  replaceRecord: places.map(clientOf),
  changeRecord: [{ accepted: false }],
  undo: [undefined, {}],
};

/** Prepares the operations and actions that no scenario calls, in a sandbox with demo data and some rules. */
export async function startAlone(
  simulators: RunningSimulators,
  contracts: ReadonlyMap<string, ApiContract>,
  isWanted: (key: string) => boolean,
): Promise<Start[]> {
  const { url, control } = await simulators.control.sandboxes.create('alone', { clock: 'manual', seed: 'demo' });
  for (const each of places) await control.collection('identity', 'clients').put(each.key, clientOf(each));
  await control.faults.set(
    places.map(({ faultId: id }) => ({ id, match: { path: '/nowhere' }, effect: { status: 503 } })),
  );
  await control.snapshots.put('before');
  const request = { operationId: 'getOpenIdConfiguration', status: '2xx', failed: 'false', text: 'openid', after: 0 };
  const alone: KnownRequests = {
    values: { api: [...builtInApis.keys()] },
    together: places.map((place) => ({
      ...{ api: 'identity', collection: 'clients', fromSnapshot: 'before', file: 'start.js' },
      ...place,
      ...request,
    })),
  };
  const operations = [...contracts.values()].flatMap((contract) =>
    [...contract.operations.values()].map((operation) => {
      const own = bodies[operation.operationId];
      const known = own === undefined ? alone : { ...alone, bodies: own };
      return { key: keyOf(operation), contract, operation, url, snapshot: 'before', known };
    }),
  );
  const runAction = operations.find(({ operation }) => operation.operationId === 'runAction');
  const actions = (await actionRequests(simulators, url)).flatMap(([action, together]) =>
    runAction === undefined ? [] : [{ ...runAction, key: `action ${action}`, known: { values: {}, together } }],
  );
  return [...operations, ...actions].filter(({ key }) => isWanted(key));
}

/** Returns requests for each action, with the ids of stored records. */
async function actionRequests({ fetch: send }: RunningSimulators, url: string) {
  const read = async (path: string) => membersOf(await (await send(`${url}/_sim${path}`)).json());
  const ids: Record<string, unknown> = {};
  for (const each of [(await read('/records'))['collections']].flat()) {
    const { collection, firstKeys } = membersOf(each);
    ids[`${String(collection).replace(/ies$/, 'y').replace(/s$/, '')}Id`.toLowerCase()] ??= firstKeys;
  }
  return [(await read(''))['apis']].flat().flatMap((each) => {
    const { name: api, actions } = membersOf(each);
    return [actions].flat().map((given): [string, Readonly<Record<string, unknown>>[]] => {
      const { name: action, input } = membersOf(given);
      const { properties, required } = membersOf(input);
      const members = Object.entries(membersOf(properties));
      const isNeeded = (name: string) => [required].flat().includes(name);
      const bodyOf = (index: number) =>
        Object.fromEntries(
          members.flatMap(([name, schema]) => {
            const { enum: values, examples, type } = membersOf(schema);
            const known = [ids[name.toLowerCase()] ?? values ?? examples ?? (type === 'number' ? 10 : 'text')].flat();
            return index % 2 === 0 || isNeeded(name) ? [[name, known[(index >> 1) % known.length]]] : [];
          }),
        );
      return [String(action), places.map((_place, index) => ({ api, action, body: bodyOf(index) }))];
    });
  });
}
