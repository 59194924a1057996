import type { HandlerContext } from '@understudy/kernel';
import {
  changeErrorResult,
  changeResponseBody,
  type HandlerResult,
  type JsonObject,
  overrideContext,
  type SimulatorChange,
  toJsonObject,
  wrapHandlers,
} from '@understudy/kernel/deviations';
import { demoClient } from '../clients/clients.js';
import { clientsCollection } from '../entities.js';
import { tokenFault } from '../settings.js';

const authorizes = ['authorize', 'authorizeByForm'];

export function changeQuery(change: (query: URLSearchParams) => void, operation = 'authorize'): SimulatorChange {
  return wrapHandlers(operation, (next, input, context) => {
    const { request } = context;
    const [path = '', text = ''] = request.url.split('?');
    const query = new URLSearchParams(text);
    change(query);
    return next(input, overrideContext(context, { request: { ...request, url: `${path}?${query}` } }));
  });
}

export function dropRequestParameter(name: string, value?: string | null, operation?: string): SimulatorChange {
  return changeQuery((query) => query.delete(name, value ?? undefined), operation);
}

/** Changes a parameter of an authorization request from one value to another; null stands for a missing parameter. */
export function replaceInQuery(name: string, from: string | null, to: string): SimulatorChange {
  return changeQuery((query) => {
    if (query.get(name) === from) query.set(name, to);
  });
}

/** Replaces a pattern in redirect addresses that contain `only`. */
export function changeLocation(pattern: string, by: string, only = '', operations: readonly string[] = authorizes) {
  return changeHeaders(
    operations,
    ({ Location: address }): Record<string, string> =>
      address?.includes(only) ? { Location: address.replace(new RegExp(pattern), by) } : {},
  );
}

export function changeHeaders(
  operations: string | readonly string[],
  change: (given: Readonly<Record<string, string>>) => Record<string, string>,
): SimulatorChange {
  return wrapHandlers(operations, async (next, input, context) => {
    const result = await next(input, context);
    return { ...result, headers: { ...result.headers, ...change(result.headers ?? {}) } };
  });
}

export function changeForm(operation: string, change: (pairs: FormPairs, context: HandlerContext) => FormPairs) {
  return wrapHandlers(operation, (next, input, context) =>
    next({ ...input, body: change(toFormPairs(input.body), context) }, context),
  );
}

export function dropFromForm(operation: string, name: string, value?: string): SimulatorChange {
  return changeForm(operation, (pairs) =>
    pairs.filter(([key, given]) => key !== name || (value !== undefined && given !== value)),
  );
}

export function replaceInForm(operation: string, [name, from]: readonly [string, string], to: string): SimulatorChange {
  return changeForm(operation, (pairs) =>
    pairs.map(([key, value]) => [key, key === name && value === from ? to : value]),
  );
}

export function addToForm(operation: string, more: Readonly<Record<string, string>>): SimulatorChange {
  return changeForm(operation, (pairs) => {
    const names = new Set(pairs.map(([name]) => name));
    return [...pairs, ...Object.entries(more).filter(([name]) => !names.has(name))];
  });
}

export function changeErrorCode(operation: string | readonly string[], from: string, to = 'other_error') {
  return changeErrorResult(operation, (refusal) => (refusal.code === from ? { ...refusal, code: to } : refusal));
}

/** Overrides the response to forms whose fields match. */
export function respondWhen(operation: string, fields: Record<string, string>, result: HandlerResult): SimulatorChange {
  return wrapHandlers(operation, async (next, input, context) => {
    const form = new Map(toFormPairs(input.body));
    const fits = Object.entries(fields).every(
      ([name, pattern]) => form.has(name) && new RegExp(pattern).test(form.get(name) ?? ''),
    );
    return fits ? result : await next(input, context);
  });
}

function inContext(
  operations: string | readonly string[],
  change: (context: HandlerContext) => Partial<HandlerContext>,
): SimulatorChange {
  return wrapHandlers(operations, (next, input, context) => next(input, overrideContext(context, change(context))));
}

export function acceptAnyCsrfToken(operation: string): SimulatorChange {
  return inContext(operation, ({ signer }) => ({ signer: { sign: (text) => signer.sign(text), verify: () => true } }));
}

export function ignoreTokenFault(...names: readonly string[]): SimulatorChange {
  return inContext('requestGrant', ({ settings }) => ({
    settings: {
      of: (setting) =>
        setting.name === tokenFault.name && names.includes(String(settings.of(setting)))
          ? setting.value
          : settings.of(setting),
    },
  }));
}

/** Changes the header and claims of tokens in responses. The tokens lose their signature. */
export function changeTokens(
  name: 'access_token' | 'id_token',
  change: { readonly header?: JsonObject; readonly claims?: JsonObject },
): SimulatorChange {
  return changeResponseBody('requestGrant', (body) => {
    const { [name]: token } = toJsonObject(body);
    if (typeof token !== 'string') return body;
    const [header = '', claims = '', signature] = token.split('.');
    const changed = [rewritten(header, change.header), rewritten(claims, change.claims), signature].join('.');
    return { ...toJsonObject(body), [name]: changed };
  });
}

function rewritten(part: string, change: JsonObject = {}): string {
  const value = { ...toJsonObject(JSON.parse(Buffer.from(part, 'base64url').toString())), ...change };
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Names and values of a form. */
export type FormPairs = readonly (readonly [string, string])[];

/** Returns the body of a token request as pairs; empty if it is not a form. */
export function toFormPairs(body: unknown): FormPairs {
  return Array.isArray(body) ? body.map(([name, value]) => [String(name), String(value)]) : [];
}

export function acceptAnySecret(): SimulatorChange {
  return wrapHandlers('requestToken', async (next, input, context) => {
    const pairs = toFormPairs(input.body);
    const clientId = pairs.find(([name]) => name === 'client_id')?.[1] ?? '';
    const client = await context.scopes.shared.collection(clientsCollection).get(clientId);
    const secret = client?.clientSecret;
    const body = pairs.map(([name, value]) => [
      name,
      name === 'client_secret' && secret !== undefined ? secret : value,
    ]);
    return await next({ ...input, body }, context);
  });
}

export function serveAsDemoClient(operation: string): SimulatorChange {
  return wrapHandlers(operation, (next, input, context): Promise<HandlerResult> => {
    const caller = context.caller ?? { clientId: demoClient.clientId, scopes: [] };
    return next(input, overrideContext(context, { caller }));
  });
}
