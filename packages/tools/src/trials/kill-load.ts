// What clients do while the server is killed: uploads, trainings, invoices, advances of the clock. What was answered is
// noted at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { ublInvoice } from '@understudy/simulator-einvoicing/testing';
import { call, callJson, type Seen } from '../clients/call.ts';
import { authorize, expectStatus, type TenantHeaders } from '../clients/inventory-client.ts';
import { dataset } from '../clients/raw-data.ts';
import { GateFailed } from '../gate.ts';

/** What a server has answered, and so has to keep. */
export interface Acknowledged {
  readonly datasets: Array<{ readonly tenant: string; readonly id: string; readonly jobId: string }>;
  readonly jobs: Array<{ readonly tenant: string; readonly id: string }>;
  readonly invoices: string[];
  /** The latest instant that the clock was told to show. */
  now: string;
}

const vendorKey = 'demo-vendor-key';
const tenants = ['one', 'two', 'three'];

/** Clients between one call and the next, in milliseconds: the trial wants many moments rather than much load. */
const pause = 15;

/** The connection broke, as it must when the server is killed. */
class Broken extends Error {}

export class KillLoad {
  tenants: ReadonlyMap<string, TenantHeaders>;
  /** Headers of the company's calls. */
  company: Readonly<Record<string, string>>;
  /** What gets the company's token. */
  readonly #account: Readonly<Record<string, string>>;
  readonly #url: string;
  readonly #hooks: string;
  readonly #acknowledged: Acknowledged;
  #count = 0;
  #answers = 0;

  private constructor(
    [url, hooks]: readonly [string, string],
    acknowledged: Acknowledged,
    callers: Pick<KillLoad, 'tenants' | 'company'> & { readonly account: Readonly<Record<string, string>> },
  ) {
    this.#url = url;
    this.#hooks = hooks;
    this.#acknowledged = acknowledged;
    this.tenants = callers.tenants;
    this.company = callers.company;
    this.#account = callers.account;
  }

  /** Gets the tokens, which every later server has to accept, and subscribes to events. */
  static async prepare(url: string, hooks: string, acknowledged: Acknowledged): Promise<KillLoad> {
    const account = await openCompany(url);
    const company = await logIn(url, account);
    const subscription = { destination_type: 'WEBHOOK', destination: `${hooks}/events`, events: ['DOCUMENTS.*'] };
    expectStatus(201, await callJson('POST', `${url}/v1/company/notifications`, subscription, company));
    const callers = { tenants: await authorizeAll(url), company, account };
    return new KillLoad([url, hooks], acknowledged, callers);
  }

  /** Gets new tokens, after a time that no token outlives. */
  async renew(): Promise<void> {
    this.tenants = await authorizeAll(this.#url);
    this.company = await logIn(this.#url, this.#account);
  }

  /** Resolves after the given number of further answers. */
  async busy(answers: number): Promise<void> {
    const enough = this.#answers + answers;
    while (this.#answers < enough) await sleep(pause, undefined, { ref: false });
  }

  /** Resolves when every client has noticed that the server is gone. */
  async run(): Promise<void> {
    const clients = [
      ...[...this.tenants].map(
        ([tenant, headers]) =>
          () =>
            this.#train(tenant, headers),
      ),
      () => this.#sendInvoice(),
      () => this.#sendInvoice(),
      () => this.#advance(),
    ];
    await Promise.all(clients.map((work) => untilBroken(work, () => (this.#answers += 1))));
  }

  async #train(tenant: string, headers: TenantHeaders): Promise<void> {
    const { datasets, jobs } = this.#acknowledged;
    this.#count += 1;
    const id = `d-${this.#count}`;
    const { url, jobId } = answered<{ url: string; jobId: string }>(
      200,
      await call('GET', `${this.#url}/io/presigned_url`, { headers }),
    );
    answered(200, await call('PUT', url, { body: JSON.stringify({ datasets: [dataset(id, 60)] }) }));
    datasets.push({ tenant, id, jobId });
    const parametersArray = [{ datasetId: id, frequency: 'D', horizon: 10 }];
    const webhook = { webhookUrl: `${this.#hooks}/jobs/${tenant}`, webhookApiKey: 'key' };
    const body = { parametersArray, webhook };
    const job = answered<{ jobId: string }>(
      202,
      await callJson('POST', `${this.#url}/io/start_trainer`, body, headers),
    );
    jobs.push({ tenant, id: job.jobId });
  }

  async #sendInvoice(): Promise<void> {
    this.#count += 1;
    const boundary = 'kill';
    const parts = [
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="invoice.xml"',
      'content-type: application/xml',
      '',
      ublInvoice({ number: `INV-${this.#count}` }),
      `--${boundary}--`,
      '',
    ];
    const headers = { ...this.company, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { id } = answered<{ id: string }>(
      201,
      await call('POST', `${this.#url}/v1/invoices`, { headers, body: parts.join('\r\n') }),
    );
    this.#acknowledged.invoices.push(id);
  }

  async #advance(): Promise<void> {
    const seen = await callJson('POST', `${this.#url}/_sim/clock/advance`, { by: 'PT1S' });
    this.#acknowledged.now = answered<{ now: string }>(200, seen).now;
  }
}

async function untilBroken(work: () => Promise<void>, done: () => void): Promise<void> {
  try {
    for (;;) {
      await work();
      done();
      await sleep(pause);
    }
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
  }
}

/** The body of an answer. @throws Broken when there was none @throws GateFailed when it was another one than expected */
function answered<Body = unknown>(expected: number, seen: Seen): Body {
  if (seen.broken === 'hanging') throw new GateFailed('A client waited in vain for an answer of a killed server');
  if (seen.broken !== undefined) throw new Broken(seen.broken);
  return expectStatus<Body>(expected, seen);
}

/** A company without networks, each of whose invoices fails with one event. */
async function openCompany(url: string): Promise<Readonly<Record<string, string>>> {
  const user = { vendor_api_key: vendorKey, email: 'ada@example.com', first_name: 'Ada' };
  const { user_api_key: userKey } = expectStatus<{ user_api_key: string }>(
    201,
    await callJson('POST', `${url}/v1/users`, user),
  );
  const company = {
    vendor_api_key: vendorKey,
    user_api_key: userKey,
    name: 'Harbour Cafe',
    bid: '1234567-1',
    no_vat: true,
    address1: 'Market Street 1',
    post_code: '00100',
    post_office: 'Capital',
    city: 'Capital',
    country: 'FI',
    email: 'invoices@example.com',
  };
  const { id } = expectStatus<{ id: string }>(201, await callJson('POST', `${url}/v1/companies`, company));
  expectStatus(200, await callJson('POST', `${url}/_sim/actions/einvoicing/verifyCompany`, { companyId: id }));
  return { company_id: id, user_api_key: userKey, scope: 'eui' };
}

async function logIn(url: string, account: Readonly<Record<string, string>>): Promise<{ authorization: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(account).toString();
  const seen = await call('POST', `${url}/oauth2/token`, { headers, body });
  return { authorization: `Bearer ${expectStatus<{ access_token: string }>(200, seen).access_token}` };
}

async function authorizeAll(url: string): Promise<ReadonlyMap<string, TenantHeaders>> {
  const authorized = tenants.map(async (tenant) => [tenant, await authorize(url, tenant)] as const);
  return new Map(await Promise.all(authorized));
}
