// Growing numbers of invoices between two companies, and of events that one of them missed.
import { createUblInvoice } from '@understudy/simulator-einvoicing/testing';
import { type RunningSimulators, startSimulators } from 'api-understudy';
import type { Growing, Thing } from './growing.ts';

interface CompanyCaller {
  readonly bid: string;
  headers: Readonly<Record<string, string>>;
  /** Gets a token, which is valid for an hour. */
  authorize(): Promise<void>;
}

const inbox = 'growing';
const country = 'NO';

/** Measures a list page, a new invoice, and a webhook that is delivered on the second attempt. */
export const invoices: Thing = {
  what: 'invoices, each with an event that was missed',
  sizes: [200, 2000, 20_000],
  make: growingInvoices,
};

async function growingInvoices(): Promise<Growing> {
  const simulators = await startSimulators({ apis: ['einvoicing'] });
  const seller = await company(simulators, 0);
  const buyer = await company(simulators, 1);
  await json(simulators, 'POST', '/v1/company/notifications', seller, {
    destination_type: 'WEBHOOK',
    destination: `${simulators.url}/_sim/inbox/${inbox}`,
    events: ['DOCUMENTS.INVOICE.*'],
  });
  let sent = 0;
  const send = async () => {
    sent += 1;
    const body = new FormData();
    const parties = { sender: { bid: seller.bid, country }, recipient: { bid: buyer.bid, country } };
    body.append('file', new Blob([createUblInvoice({ number: `G-${sent}`, ...parties })]), 'invoice.xml');
    await expect(simulators, 201, '/v1/invoices', { method: 'POST', headers: seller.headers, body });
  };
  const answerWith = (...statuses: number[]) =>
    json(simulators, 'PUT', `/_sim/inbox/${inbox}/answers`, undefined, {
      answers: statuses.map((status) => ({ status })),
    });
  return {
    async growTo(size) {
      // With one attempt, every event fails permanently and remains unacknowledged.
      await simulators.control.settings.change({ webhooks: { attempts: 1 } });
      await answerWith(500);
      while (sent < size) await send();
      await simulators.control.settings.change({ webhooks: { attempts: null } });
      await answerWith(204);
    },
    calls: {
      'GET /v1/invoices, a page': () =>
        expect(simulators, 200, '/v1/invoices?direction=RECEIVED', { headers: buyer.headers }),
      'POST /v1/invoices': send,
      'a webhook that is delivered by its second attempt': async () => {
        await answerWith(500, 204);
        await send();
        await simulators.control.advance('PT1H');
        await seller.authorize();
        await buyer.authorize();
      },
    },
    close: () => simulators.close(),
  };
}

async function company(simulators: RunningSimulators, index: number): Promise<CompanyCaller> {
  const bid = String(900_000_000 + index);
  const vendor = { vendor_api_key: 'demo-vendor-key' };
  const email = 'a@example.com';
  const user = await json(simulators, 'POST', '/v1/users', undefined, { ...vendor, email });
  const made = await json(simulators, 'POST', '/v1/companies', undefined, {
    ...vendor,
    user_api_key: user['user_api_key'],
    name: `Company ${index}`,
    bid,
    no_vat: true,
    address1: 'Market Street 1',
    post_code: '0150',
    post_office: 'Capital',
    city: 'Capital',
    country,
    email,
  });
  const id = String(made['id']);
  await json(simulators, 'POST', '/_sim/actions/einvoicing/verifyCompany', undefined, { companyId: id });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: String(user['user_api_key']),
    scope: 'eui',
  });
  const caller: CompanyCaller = {
    bid,
    headers: {},
    async authorize() {
      const token = await expect(simulators, 200, '/oauth2/token', { method: 'POST', body });
      this.headers = { authorization: `Bearer ${token['access_token']}` };
    },
  };
  await caller.authorize();
  const profiles = { network: 'INTERNAL', profiles: ['INVOICE_AND_CREDIT_NOTE'] };
  await json(simulators, 'POST', '/v1/company/profiles', caller, profiles);
  return caller;
}

function json(
  simulators: RunningSimulators,
  method: string,
  path: string,
  caller: Pick<CompanyCaller, 'headers'> | undefined,
  body: unknown,
): Promise<Record<string, unknown>> {
  const headers = { ...caller?.headers, 'content-type': 'application/json' };
  return expect(simulators, undefined, path, { method, headers, body: JSON.stringify(body) });
}

/** @param status expected status; any 2xx if undefined @throws Error for any other response */
export async function expect(
  simulators: RunningSimulators,
  status: number | undefined,
  path: string,
  init: RequestInit,
): Promise<Record<string, unknown>> {
  const answer = await simulators.fetch(path.startsWith('http') ? path : `${simulators.url}${path}`, init);
  const text = await answer.text();
  if (status === undefined ? !answer.ok : answer.status !== status) {
    throw new Error(`${init.method ?? 'GET'} ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  }
  return JSON.parse(text === '' ? '{}' : text);
}
