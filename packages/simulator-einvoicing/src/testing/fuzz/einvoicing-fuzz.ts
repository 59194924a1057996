import type { Operation } from '@understudy/contract';
import type { ForeignCaller } from '@understudy/kernel/fuzz';
import type { FuzzApi, FuzzTools, PreparedFuzzEnvironment } from '@understudy/kernel/testing';
import { createKnownValues } from './create-known-values.js';
import {
  allFuzzScopes,
  createExchangeFuzzFiles,
  type FuzzCompany,
  type KnownExchange,
  printUserCredentials,
  readTextMember,
  requestCompanyToken,
  sendToExchange,
} from './known-exchange.js';
import { prepareExchange } from './prepare-exchange.js';

export function createEinvoicingFuzz(tools: FuzzTools): FuzzApi<KnownExchange> {
  const files = createExchangeFuzzFiles(tools);
  const seed: unknown = JSON.parse(new TextDecoder().decode(tools.fixture('einvoicing/seeds/demo.json')));
  return {
    prepare: (place) => prepareExchange({ tools, files }, place),
    credentialsFor: (environment, operation) => createFuzzCredentials(tools, environment, operation),
    foreignCallers: (environment, operation) => createForeignCallers(tools, environment, operation),
    knownValues: (environment, operation) => createKnownValues(files, environment, operation),
    hasActions: true,
    seeds: [seed],
    readsBack: true,
    /** Deliveries, reminders and analyses that requests have set off are done by then. */
    afterwards: 'P35D',
    /** Few requests for each of the many operations, more for files, fewer for alternative paths. */
    pacesOf({ method, operationId, requestBody }) {
      if (operationId === 'runAction') return { requests: 210, looks: 10 };
      const files = requestBody?.content['multipart/form-data'] !== undefined;
      const isSecond = /(?:V1|Old|Short)$/.test(operationId);
      const print = requestBody?.content['*/*'] !== undefined;
      const requests = isSecond ? 30 : files ? 110 : print ? 56 : 48;
      return method === 'GET' ? { requests: 28, looks: 8 } : { requests, looks: 4 };
    },
    /** Direct Print reports errors with status 200. */
    isRejection: ({ security }, body) =>
      security.some((requirement) => 'printCompany' in requirement) && String(body).startsWith('ERROR'),
  };
}

type ExchangeFuzz = PreparedFuzzEnvironment<KnownExchange>;
type Credentials = Readonly<Record<string, string>>;

const ofPartners = ['listPartnerReceivedEvents'];

/** Tokens with all scopes and with each alternative of the operation. For Direct Print its own pairs of headers. */
export async function createFuzzCredentials(
  tools: FuzzTools,
  environment: ExchangeFuzz,
  operation: Operation,
): Promise<Credentials[]> {
  const { known } = environment;
  if (operation.security.length === 0) return [{}];
  if (isPrint(operation)) return printCredentials(known, operation);
  const { seller, partner } = known;
  const company = ofPartners.includes(operation.operationId) ? partner : seller;
  const least = scopesOf(operation).map((scopes) => scopes.join(' ') || 'lookup');
  const given: string[] = [];
  for (const scope of [...new Set([allFuzzScopes, ...least])]) {
    given.push(await knownToken(tools, environment, company, scope));
  }
  // Additional permissions of partners.
  if (operation.operationId === 'createNotification') given.push(await knownToken(tools, environment, partner));
  return given.map((authorization) => ({ authorization }));
}

const tokens = new WeakMap<ExchangeFuzz, Map<string, Promise<string>>>();

/** Lists that are read back request the same token repeatedly. */
function knownToken(tools: FuzzTools, environment: ExchangeFuzz, company: FuzzCompany, scope = allFuzzScopes) {
  const environmentTokens = tokens.get(environment) ?? new Map<string, Promise<string>>();
  tokens.set(environment, environmentTokens);
  const key = `${company.id} ${scope}`;
  const token = environmentTokens.get(key) ?? requestCompanyToken(tools, environment, company, scope);
  environmentTokens.set(key, token);
  return token;
}

/** Valid but insufficient credentials. Only some operations reject an unverified company. */
export async function createForeignCallers(tools: FuzzTools, environment: ExchangeFuzz, operation: Operation) {
  const { known, control } = environment;
  const { seller, unverified } = known;
  if (operation.security.length === 0) return operation.operationId === 'createToken' ? basics(seller) : [];
  if (isPrint(operation)) return printStrangers(known);
  const revoked = await requestCompanyToken(tools, environment, seller);
  await control.action('einvoicing', 'revokeToken', { token: revoked.slice('Bearer '.length) });
  const other = await tools.tokenFrom(environment, 'understudy-stage:io');
  const strangers: { what: string; authorization: string; refused?: boolean }[] = [
    {
      what: 'of a company that is not verified',
      authorization: await requestCompanyToken(tools, environment, unverified),
    },
    { what: 'revoked', authorization: revoked, refused: true },
    { what: 'of another API', authorization: other, refused: true },
  ];
  const asksForScopes = scopesOf(operation).every((scopes) => scopes.length > 0);
  const form = { grant_type: 'client_credentials', client_id: 'fuzz-operator', client_secret: 'fuzz-secret' };
  const operator = readTextMember(
    await sendToExchange(tools, environment, 'POST /oauth2/token', { form }),
    'access_token',
  );
  strangers.push({ what: 'of an operator', authorization: `Bearer ${operator}`, refused: asksForScopes });
  const reports = await requestCompanyToken(tools, environment, seller, 'billing:reports');
  strangers.push({ what: 'with another scope', authorization: reports, refused: asksForScopes });
  return strangers.map(({ authorization, ...rest }) => ({ headers: { authorization }, ...rest }));
}

/** Other valid and invalid credentials of a token request. */
function basics({ id, userKey }: FuzzCompany): ForeignCaller[] {
  const pairs = [
    `${id}:${userKey}`,
    `${id}:none`,
    id,
    ':',
    '',
    `${id}:${userKey}:`,
    '\u0000:\u0000',
    `__proto__:${userKey}`,
  ];
  const headers = [...pairs.map((pair) => Buffer.from(pair).toString('base64')), '***', '='];
  return headers.map((encoded) => ({ what: `Basic ${encoded}`, headers: { authorization: `Basic ${encoded}` } }));
}

function scopesOf({ security }: Operation): (readonly string[])[] {
  return security.flatMap((requirement) => Object.values(requirement));
}

function isPrint({ security }: Operation): boolean {
  return security.some((requirement) => 'printCompany' in requirement);
}

/** A registered company cannot register again. */
function printCredentials({ seller, buyer }: KnownExchange, { operationId }: Operation): Credentials[] {
  const { id, userKey } = operationId === 'registerPrint' ? buyer : seller;
  const keys = { 'COMPANY-UUID': id, 'USER-API-KEY': userKey };
  return operationId === 'registerPrint' ? [keys] : [keys, printUserCredentials];
}

function printStrangers({ seller, unverified }: KnownExchange): ForeignCaller[] {
  const keys = { 'COMPANY-UUID': seller.id, 'USER-API-KEY': seller.userKey };
  return [
    {
      what: 'of two pairs',
      headers: { 'COMPANY-UUID': seller.id, USERPW: printUserCredentials.USERPW },
      refused: true,
    },
    { what: 'of the user, password of none', headers: { ...printUserCredentials, USERPW: 'wrong' }, refused: true },
    { what: 'of the vendor', headers: { ...keys, 'USER-API-KEY': 'demo-vendor-key' }, refused: true },
    { what: 'of no company', headers: { ...keys, 'COMPANY-UUID': seller.id.replace(/^./, '0x') }, refused: true },
    { what: 'of a company that is not registered', headers: { ...keys, 'COMPANY-UUID': unverified.id } },
  ];
}
