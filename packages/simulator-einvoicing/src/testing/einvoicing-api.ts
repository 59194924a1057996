import {
  ApiDriver,
  type DriverRequest as Call,
  type SeenResponse,
  testOrigin,
  testStartInstant,
  useDrivers,
} from '@understudy/server/testing';
import { expect } from 'vitest';
import { einvoicingSimulator } from '../einvoicing-simulator.js';

export { type SeenResponse, testOrigin, testStartInstant };

export const vendorKey = 'demo-vendor-key';

interface CompanyOptions {
  readonly country?: string;
  readonly bid?: string;
  readonly noVat?: boolean;
  readonly name?: string;
  readonly verified?: boolean;
  readonly scope?: string;
  readonly vendorKey?: string;
  /** Networks to register for immediately, INTERNAL first. */
  readonly networks?: readonly string[];
}

/** Creates the business id of the n-th company, by country. */
const businessIds: Readonly<Record<string, (index: number) => string>> = {
  FI: (index) => finnishId(1_234_567 + index),
  SE: (index) => `556${String(100_000 + index)}9`,
  NO: (index) => String(987_654_321 + index),
  DK: (index) => String(12_345_678 + index),
  NL: (index) => String(87_654_321 + index),
  DE: (index) => `DE${123_456_789 + index}`,
  BE: (index) => `0${123_456_789 + index}`,
  EE: (index) => `EE${100_200_300 + index}`,
};

/** Returns the first valid Finnish business id from a number on, because some numbers have no check digit. */
function finnishId(from: number): string {
  for (let number = from * 3; ; number += 1) {
    const digits = String(number % 10_000_000).padStart(7, '0');
    const sum = [7, 9, 10, 5, 8, 4, 2].reduce((total, weight, place) => total + weight * Number(digits[place]), 0) % 11;
    if (sum !== 1) return `${digits}-${sum === 0 ? 0 : 11 - sum}`;
  }
}

export function useEinvoicingApi(): (options?: { at?: string; seed?: unknown }) => EinvoicingApi {
  const own = useDrivers();
  return (options) => own(new EinvoicingApi(options));
}

/** Runs the e-invoicing API and the control plane in process, on a manual clock. */
export class EinvoicingApi extends ApiDriver {
  #made = 0;

  constructor({ seed, ...options }: { at?: string; seed?: unknown } = {}) {
    super([einvoicingSimulator], { ...options, ...(seed === undefined ? {} : { seed: { einvoicing: seed } }) });
  }

  send(call: string, request?: Call): Promise<SeenResponse> {
    return this.call(call, request);
  }

  /** Runs an action of the outside world and asserts that it succeeds. */
  async action(name: string, body: object): Promise<SeenResponse['body']> {
    const seen = await this.send(`POST /_sim/actions/einvoicing/${name}`, { body });
    expect(seen).toMatchObject({ status: 200 });
    return seen.body;
  }

  async settings(einvoicing: object): Promise<void> {
    const seen = await this.send('PATCH /_sim/settings', { body: { apis: { einvoicing } } });
    expect(seen.status).toBe(200);
  }

  async messages(inbox: string): Promise<SeenResponse['body']> {
    return (await this.send(`GET /_sim/inbox/${inbox}/messages`)).body.messages;
  }

  answer(inbox: string, ...answers: object[]): Promise<SeenResponse> {
    return this.send(`PUT /_sim/inbox/${inbox}/answers`, { body: { answers } });
  }

  async user(key = vendorKey): Promise<string> {
    const body = { vendor_api_key: key, email: 'ada@example.com', first_name: 'Ada' };
    return (await this.send('POST /v1/users', { body })).body.user_api_key;
  }

  token(
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SeenResponse> {
    const body = new URLSearchParams(fields);
    return this.send('POST /oauth2/token', { body, headers });
  }

  /** Returns a company with a user and a token. */
  async company(options: CompanyOptions = {}): Promise<TestCompany> {
    const { country = 'FI', verified = true, networks = [], scope = 'eui', vendorKey: key } = options;
    this.#made += 1;
    const bid = options.bid ?? businessIds[country]?.(this.#made) ?? `X${this.#made}`;
    const userKey = await this.user();
    const body = createCompanyForm({ ...options, country, bid, userKey });
    const made = await this.send('POST /v1/companies', { body });
    expect(made).toMatchObject({ status: 201 });
    const { id } = made.body;
    if (verified) await this.action('verifyCompany', { companyId: id });
    const company = new TestCompany(this, { id, bid, country, userKey });
    await company.logIn(scope, key);
    for (const network of networks) await company.register(network);
    return company;
  }
}

export function createCompanyForm({
  country = 'FI',
  bid = '1234567-1',
  noVat = true,
  name = 'Harbour Cafe',
  userKey,
}: CompanyOptions & { readonly userKey: string }): Record<string, unknown> {
  return {
    vendor_api_key: vendorKey,
    user_api_key: userKey,
    name,
    bid,
    no_vat: noVat,
    address1: 'Market Street 1',
    post_code: '00100',
    post_office: 'Capital',
    city: 'Capital',
    country,
    email: 'invoices@example.com',
  };
}

/** A company that sends its token with every call. */
export class TestCompany {
  readonly id: string;
  readonly bid: string;
  readonly country: string;
  readonly userKey: string;
  readonly #api: EinvoicingApi;
  token = '';

  constructor(api: EinvoicingApi, facts: { id: string; bid: string; country: string; userKey: string }) {
    this.#api = api;
    this.id = facts.id;
    this.bid = facts.bid;
    this.country = facts.country;
    this.userKey = facts.userKey;
  }

  async logIn(scope = 'eui', key?: string): Promise<void> {
    const vendor = key === undefined ? {} : { vendor_api_key: key };
    const fields = { company_id: this.id, user_api_key: this.userKey, scope, ...vendor };
    const seen = await this.#api.token(fields);
    expect(seen).toMatchObject({ status: 200 });
    this.token = seen.body.access_token;
  }

  send(call: string, { body, headers = {} }: Call = {}): Promise<SeenResponse> {
    const given = body === undefined ? {} : { body };
    return this.#api.send(call, { ...given, headers: { authorization: `Bearer ${this.token}`, ...headers } });
  }

  /** Registers for a network and asserts that this succeeds. @returns the registration */
  async register(network: string, more: object = {}): Promise<SeenResponse['body']> {
    const settings = network === 'SCAN' ? { network_settings: { return_email: 'scan@example.com' } } : {};
    const body = { network, profiles: ['INVOICE_AND_CREDIT_NOTE'], ...settings, ...more };
    const seen = await this.send('POST /v1/company/profiles', { body });
    expect(seen).toMatchObject({ status: 201 });
    return seen.body;
  }

  /** Subscribes an inbox to events. @returns the subscription */
  async subscribe(inbox: string, events: readonly string[], more: object = {}): Promise<SeenResponse['body']> {
    const destination = `${testOrigin}/_sim/inbox/${inbox}`;
    const body = { destination_type: 'WEBHOOK', destination, events, ...more };
    const seen = await this.send('POST /v1/company/notifications', { body });
    expect(seen).toMatchObject({ status: 201 });
    return seen.body;
  }
}
