import { type CollectionDefinition, type Context, refuse } from '@understudy/kernel';
import {
  all,
  answer,
  type Change,
  changeAt,
  changeStored,
  describe,
  handle,
  type Input,
  isRefused,
  type Json,
  listOf,
  type Operations,
  objectOf,
  overrideContext,
  type Result,
  refuseWhen,
  scopesWith,
  type Where,
  within,
} from '@understudy/kernel/deviations';
import { documentCollections, type StoredDocument } from '../documents/entities.js';
import { type Company, collections, type Profile } from '../entities.js';

/** Changes one location in the records that operations return: one record, or each of a list. Files are not changed. */
export function editRecord(
  operations: Operations,
  path: string,
  change: (value: unknown, record: Json) => unknown,
): Change {
  return editRecords(operations, (one) => changeAt(one, path, (value) => change(value, one)));
}

/** Changes the records that operations return: one record, or each of a list. Files are not changed. */
export function editRecords(operations: Operations, change: (record: Json) => unknown): Change {
  return answer(operations, (body) => {
    if (Array.isArray(body)) return body.map((one) => change(objectOf(one)));
    return body instanceof Uint8Array || typeof body !== 'object' ? body : change(objectOf(body));
  });
}

/** Removes entries from the lists that operations return. */
export function filterRecords(operations: Operations, wanted: (record: Json) => boolean): Change {
  return answer(operations, (body) => listOf(body).filter((one) => wanted(objectOf(one))));
}

/** Rejects invalid requests and every other caller. */
export function refuseFor(
  operations: Operations,
  status: number,
  wrong: (input: Input, company: Json) => boolean,
): Change {
  return handle(operations, async (next, input, context) =>
    wrong(input, await companyOf(context)) ? refuse(status, 'refused', 'It is refused') : await next(input, context),
  );
}

/** The company that asks. */
async function companyOf({ caller, scopes }: Pick<Context, 'caller' | 'scopes'>): Promise<Json> {
  return objectOf(await scopes.shared.collection(collections.companies).get(caller?.clientId ?? ''));
}

/** The entries of the calling company. */
export function ownCollection<Stored>({ caller, scopes }: Context, definition: CollectionDefinition<Stored>) {
  const id = caller?.clientId ?? '';
  return scopes.of({ clientId: id, tenantId: id }).collection(definition);
}

/** Refuses requests whose body lacks a member. */
export function required(operations: Operations, member: string): Change {
  return refuseWhen(operations, 400, ({ body }) => objectOf(body)[member] === undefined);
}

/** Takes the company for something else while an operation looks at it. */
export function companyRead(operations: Operations, change: (company: Company, input: Input) => Company): Change {
  return handle(operations, (next, input, context) => {
    const read = (company: Company) => change(company, input);
    const scopes = scopesWith(context.scopes, collections.companies, { read }, { place: '', clock: context.clock });
    return next(input, overrideContext(context, { scopes }));
  });
}

/** Treats companies of one country as companies of another while an operation runs. */
export function countryRead(
  operations: Operations,
  from: string | undefined,
  to: string,
  when: (input: Input) => boolean = () => true,
): Change {
  return companyRead(operations, (company, input) =>
    when(input) && (from === undefined || company.country === from) ? { ...company, country: to } : company,
  );
}

/** The arrival of invoices and documents. */
export const arriving: Where = within(
  'sendInvoice',
  'createDocument',
  'action:receiveInvoice',
  'action:receiveDocument',
  'action:deliverInvoice',
  'action:deliverDocument',
  'timer:deliverInvoice',
  'timer:deliverDocument',
);

/** Takes every company for registered in networks. */
export function asIfRegistered(networks: readonly string[], where: Where): Change {
  const there = (found: readonly Profile[], network: string) =>
    found.some((one) => one.network === network && one.status === 'active');
  return changeStored(
    collections.profiles,
    {
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
    },
    where,
  );
}

/** Lets invoices of one network arrive although INTERNAL is missing. */
export function arrivesWithoutInternal(network: string): Change {
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
            if (objectOf(input)['network'] !== network) return receiveInvoice.run(input, context);
            const read = (profile: Profile) =>
              profile.network === network ? { ...profile, status: 'active' } : profile;
            const internal = { id: 'as-if', number: 0, network: 'INTERNAL', profile: 'NONE', status: 'active' };
            const keeping = { read, more: () => [internal] };
            const scopes = scopesWith(context.scopes, collections.profiles, keeping, {
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

/** Shows documents in the list of invoices too. */
export function documentsAmongInvoices(wanted: (document: StoredDocument) => boolean): Change {
  return handle('listInvoices', async (next, input, context) => {
    const result = await next(input, context);
    if (isRefused(result)) return result;
    const documents = (await ownCollection(context, documentCollections.documents).list())
      .map(({ value }) => value)
      .filter((document) => document.direction === input.query['direction'] && wanted(document));
    const shown = documents.map(({ id, number }) => ({ id, status: 'DELIVERED', number }));
    const total = Number(result.headers?.['X-Total']) + shown.length;
    return {
      ...result,
      headers: { ...result.headers, 'X-Total': String(total) },
      body: [...listOf(result.body), ...shown],
    };
  });
}

/** Answers a GET operation without a token, too. */
export function withoutToken(path: string, operation: string, body: unknown): Change {
  return all(
    methods(path, ({ get, ...others }) => ({ ...others, get: { ...objectOf(get), security: [] } })),
    handle(operation, async (next, input, context): Promise<Result> => {
      const token = context.request.headers['authorization']?.replace(/^bearer +/i, '');
      if (token === undefined) return { status: 200, body };
      const caller = await context.tokens.verify(token);
      return 'fault' in caller
        ? refuse(401, 'auth_unauthorized', caller.fault)
        : await next(input, overrideContext(context, { caller }));
    }),
  );
}

/** Serves a path by other methods. */
export function methods(path: string, change: (item: Json) => Json): Change {
  return describe((document) => ({
    ...document,
    paths: { ...document.paths, [path]: change(objectOf(document.paths?.[path])) },
  }));
}

/** Serves a path under an additional name. */
export function alias(path: string, other: string): Change {
  return (simulator) => {
    const item = objectOf(simulator.contract.document.paths?.[path]);
    const named = Object.entries(item).map(([method, operation]) => {
      const { operationId } = objectOf(operation);
      const again = { ...objectOf(operation), operationId: `${String(operationId)}Again` };
      return [method, typeof operationId === 'string' ? again : operation];
    });
    const names = Object.values(item).flatMap((operation) => {
      const { operationId } = objectOf(operation);
      return typeof operationId === 'string' ? [operationId] : [];
    });
    const served = names.flatMap((name) => {
      const serve = simulator.operations[name];
      return serve === undefined ? [] : [[`${name}Again`, serve]];
    });
    return methods(other, () => Object.fromEntries(named))({
      ...simulator,
      operations: { ...simulator.operations, ...Object.fromEntries(served) },
    });
  };
}

/** Changes the texts that Direct Print returns. */
export function printText(operations: Operations, change: (text: string, context: Context) => string): Change {
  return handle(operations, async (next, input, context) => {
    const result = await next(input, context);
    return { ...result, body: change(String(result.body), context) };
  });
}
