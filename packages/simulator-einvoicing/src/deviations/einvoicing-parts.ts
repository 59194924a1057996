import { type CollectionDefinition, createErrorResult, type HandlerContext } from '@understudy/kernel';
import {
  changeAtPath,
  changeDescription,
  changeResponseBody,
  changeScopes,
  changeStoredByInput,
  changeStoredIn,
  combineChanges,
  type HandlerInput,
  type HandlerResult,
  inPlaces,
  isRejected,
  type JsonObject,
  type OperationIds,
  overrideContext,
  type PlaceFilter,
  type SimulatorChange,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { documentCollections, type StoredDocument } from '../documents/entities.js';
import { type Company, collections, type Profile } from '../entities.js';

/**
 * Changes one location in the records that operations return: a single record, or each record of a list. Leaves files
 * unchanged.
 */
export function editRecord(
  operations: OperationIds,
  path: string,
  change: (value: unknown, record: JsonObject) => unknown,
): SimulatorChange {
  return editRecords(operations, (one) => changeAtPath(one, path, (value) => change(value, one)));
}

/** Changes the records that operations return: a single record, or each record of a list. Leaves files unchanged. */
export function editRecords(operations: OperationIds, change: (record: JsonObject) => unknown): SimulatorChange {
  return changeResponseBody(operations, (body) => {
    if (Array.isArray(body)) return body.map((one) => change(toJsonObject(one)));
    return body instanceof Uint8Array || typeof body !== 'object' ? body : change(toJsonObject(body));
  });
}

export function rejectForCompany(
  operations: OperationIds,
  wrong: (input: HandlerInput, company: JsonObject) => boolean,
): SimulatorChange {
  return wrapHandlers(operations, async (next, input, context) =>
    wrong(input, await companyOf(context))
      ? createErrorResult(422, 'refused', 'It is refused')
      : await next(input, context),
  );
}

async function companyOf({ caller, scopes }: Pick<HandlerContext, 'caller' | 'scopes'>): Promise<JsonObject> {
  return toJsonObject(await scopes.shared.collection(collections.companies).get(caller?.clientId ?? ''));
}

export function getOwnCollection<Stored>({ caller, scopes }: HandlerContext, definition: CollectionDefinition<Stored>) {
  const id = caller?.clientId ?? '';
  return scopes.of({ clientId: id, tenantId: id }).collection(definition);
}

/** Treats companies of one country as companies of another while an operation runs. */
export function changeCountryOnRead(
  operations: OperationIds,
  from: string,
  to: string,
  when: (input: HandlerInput) => boolean,
): SimulatorChange {
  return changeStoredByInput(operations, collections.companies, (input) => ({
    read: (company: Company) => (when(input) && company.country === from ? { ...company, country: to } : company),
  }));
}

export const arrivalPlaces: PlaceFilter = inPlaces(
  'sendInvoice',
  'createDocument',
  'action:receiveInvoice',
  'action:receiveDocument',
  'action:deliverInvoice',
  'action:deliverDocument',
  'timer:deliverInvoice',
  'timer:deliverDocument',
);

export function treatAsRegistered(networks: readonly string[], where: PlaceFilter): SimulatorChange {
  const there = (found: readonly Profile[], network: string) =>
    found.some((one) => one.network === network && one.status === 'active');
  return changeStoredIn(where, collections.profiles, {
    more: (found) =>
      networks
        .filter((network) => !there(found, network))
        .map((network) => ({
          id: `as-if-${network}`,
          number: 0,
          network,
          profile: 'INVOICE_AND_CREDIT_NOTE',
          version: null,
          scheme: '9999',
          endpointId: `as-if-${network}`,
          status: 'active',
          extensions: [],
          createdAt: '2026-01-01T00:00:00.000Z',
        })),
  });
}

export function deliverWithoutInternalNetwork(network: string): SimulatorChange {
  return (simulator) => {
    const { receiveInvoice } = simulator.actions;
    if (receiveInvoice === undefined) throw new Error('There is no action receiveInvoice to change');
    return {
      ...simulator,
      actions: {
        ...simulator.actions,
        receiveInvoice: {
          ...receiveInvoice,
          run: (input, context) => {
            if (toJsonObject(input)['network'] !== network) return receiveInvoice.run(input, context);
            const read = (profile: Profile) =>
              profile.network === network ? { ...profile, status: 'active' } : profile;
            const internal = { id: 'as-if', number: 0, network: 'INTERNAL', profile: 'NONE', status: 'active' };
            const keeping = { read, more: () => [internal] };
            const scopes = changeScopes(context.scopes, collections.profiles, keeping, {
              place: '',
              clock: context.clock,
            });
            return receiveInvoice.run(input, overrideContext(context, { scopes }));
          },
        },
      },
    };
  };
}

export function listDocumentsAsInvoices(wanted: (document: StoredDocument) => boolean): SimulatorChange {
  return wrapHandlers('listInvoices', async (next, input, context) => {
    const result = await next(input, context);
    if (isRejected(result)) return result;
    const documents = (await getOwnCollection(context, documentCollections.documents).list())
      .map(({ value }) => value)
      .filter((document) => document.direction === input.query['direction'] && wanted(document));
    const shown = documents.map(({ id, number }) => ({ id, status: 'DELIVERED', number }));
    const total = Number(result.headers?.['X-Total']) + shown.length;
    return {
      ...result,
      headers: { ...result.headers, 'X-Total': String(total) },
      body: [...toList(result.body), ...shown],
    };
  });
}

export function allowWithoutToken(path: string, operation: string, body: unknown): SimulatorChange {
  return combineChanges(
    changePathMethods(path, ({ get, ...others }) => ({ ...others, get: { ...toJsonObject(get), security: [] } })),
    wrapHandlers(operation, async (next, input, context): Promise<HandlerResult> => {
      const token = context.request.headers['authorization']?.replace(/^bearer +/i, '');
      if (token === undefined) return { status: 200, body };
      const caller = await context.tokens.verify(token);
      return 'fault' in caller
        ? createErrorResult(401, 'auth_unauthorized', caller.fault)
        : await next(input, overrideContext(context, { caller }));
    }),
  );
}

export function changePathMethods(path: string, change: (item: JsonObject) => JsonObject): SimulatorChange {
  return changeDescription((document) => ({
    ...document,
    paths: { ...document.paths, [path]: change(toJsonObject(document.paths?.[path])) },
  }));
}

/** Serves a path under an additional name. */
export function addPathAlias(path: string, other: string): SimulatorChange {
  return (simulator) => {
    const item = toJsonObject(simulator.contract.document.paths?.[path]);
    const named = Object.entries(item).map(([method, operation]) => {
      const { operationId } = toJsonObject(operation);
      const again = { ...toJsonObject(operation), operationId: `${String(operationId)}Again` };
      return [method, typeof operationId === 'string' ? again : operation];
    });
    const served = Object.entries(simulator.operations).map(([name, serve]) => [`${name}Again`, serve]);
    return changePathMethods(other, () => Object.fromEntries(named))({
      ...simulator,
      operations: { ...simulator.operations, ...Object.fromEntries(served) },
    });
  };
}
