// 1000 invoices between 50 companies with webhooks on: `npm run bench -w packages/simulator-einvoicing`, after a build.
// Every invoice must arrive once, be told of once on either side, and each subscription hear in the order of what happened.
// The webhooks go by HTTP to the inboxes of the same server. Ends with 1 when anything is missing, double or out of order.
import { performance } from 'node:perf_hooks';
import { createSimulators, serveHttp } from '@understudy/server';
import { einvoicingSimulator } from '@understudy/simulator-einvoicing';
import { ublInvoice } from '../../clients/ubl-invoice.ts';

interface Company {
  readonly bid: string;
  readonly inbox: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Sent {
  readonly number: string;
  readonly id: string;
}

interface Message {
  readonly body: { readonly event: string; readonly event_data: { readonly invoice_id: string } };
}

const companyCount = 50;
const invoiceCount = 1000;
const vendorKey = 'demo-vendor-key';
/** Business id of the first company. */
const firstBid = 900_000_000;

const simulators = createSimulators({
  simulators: [einvoicingSimulator],
  sandbox: { clock: { mode: 'real' }, progression: 'immediate', seed: 'empty', randomSeed: 'bench' },
});
const server = await serveHttp(simulators, { host: '127.0.0.1', port: 0 });
let misses = 0;
try {
  const companies: Company[] = [];
  for (let index = 0; index < companyCount; index += 1) companies.push(await createCompany(index));
  const pairs = Array.from({ length: invoiceCount }, (_, index) => pairOf(index));

  const before = process.memoryUsage().rss;
  const begun = performance.now();
  // One company sends one after the other; the companies send side by side.
  const sent = await Promise.all(companies.map((company, index) => sendAll(company, index)));
  const accepted = performance.now();
  await settled();
  const ended = performance.now();

  for (const [index, company] of companies.entries()) await judge(company, index, sent[index] ?? []);
  const seconds = (ended - begun) / 1000;
  console.log(`invoices sent        ${invoiceCount} between ${companyCount} companies`);
  console.log(`sending              ${Math.round(invoiceCount / ((accepted - begun) / 1000))} invoices a second`);
  console.log(
    `sent, delivered and told  ${seconds.toFixed(2)} s for ${invoiceCount} invoices and ${2 * invoiceCount} webhooks`,
  );
  console.log(`memory               ${Math.round((process.memoryUsage().rss - before) / 1048576)} MB more`);
  console.log(`lost, doubled, out of order  ${misses}`);

  /** Business id of a company. */
  function bidOf(index: number): string {
    return String(firstBid + index);
  }

  async function sendAll(company: Company, from: number): Promise<Sent[]> {
    const ids: Sent[] = [];
    for (const { number, to } of pairs.filter((pair) => pair.from === from)) {
      const form = new FormData();
      form.append('file', new Blob([ublInvoice(number, company.bid, bidOf(to))]), 'invoice.xml');
      const { id } = await call<{ id: string }>(company, 'POST', '/v1/invoices', form, 201);
      ids.push({ number, id });
    }
    return ids;
  }

  /** Waits until every inbox has heard of everything, or nothing more comes. */
  async function settled() {
    for (const [index, company] of companies.entries()) {
      const wanted = pairs.filter(({ from, to }) => from === index || to === index).length;
      await fetch(`${server.url}/_sim/inbox/${company.inbox}/messages?count=${wanted}&timeout=60`);
    }
  }

  async function judge(company: Company, index: number, own: readonly Sent[]): Promise<void> {
    const numbersOf = (list: readonly { readonly number: string }[]) => list.map(({ number }) => number).sort();
    const towards = pairs.filter(({ to }) => to === index).map(({ number }) => number);
    const sentList = await listAll(company, 'SENT');
    const received = await listAll(company, 'RECEIVED');
    expectSame(`${company.bid} sent`, numbersOf(sentList), numbersOf(own));
    expectSame(`${company.bid} received`, numbersOf(received), [...towards].sort());
    const open = sentList.filter(({ status }) => status !== 'DELIVERED').map(({ number }) => number);
    expectSame(`${company.bid} not delivered`, open, []);

    const answer = await fetch(`${server.url}/_sim/inbox/${company.inbox}/messages`);
    const { messages } = (await answer.json()) as { messages: readonly Message[] };
    const told = (event: string) =>
      messages.filter(({ body }) => body.event === event).map(({ body }) => body.event_data.invoice_id);
    // Oldest first: what was sent in that order is told of in that order, and likewise what was received.
    expectSame(
      `${company.bid} told of deliveries`,
      told('DOCUMENTS.INVOICE.DELIVERED'),
      own.map(({ id }) => id),
    );
    const arrived = received.toReversed().map(({ id }) => id);
    expectSame(`${company.bid} told of arrivals`, told('DOCUMENTS.INVOICE.RECEIVED'), arrived);
    const others = messages.length - own.length - towards.length;
    expectSame(`${company.bid} told of more`, [others], [0]);
  }
} finally {
  await server.close();
  await simulators.close();
}
process.exitCode = misses === 0 ? 0 : 1;

/** Everyone sends 20 invoices, to others in turn. */
function pairOf(index: number) {
  const from = index % companyCount;
  const step = 1 + (Math.floor(index / companyCount) % (companyCount - 1));
  return { number: `B-${String(index).padStart(4, '0')}`, from, to: (from + step) % companyCount };
}

function expectSame(what: string, seen: readonly unknown[], wanted: readonly unknown[]): void {
  if (JSON.stringify(seen) === JSON.stringify(wanted)) return;
  misses += 1;
  console.error(`MISS ${what}: ${seen.length} instead of ${wanted.length}, or another order`);
}

async function createCompany(index: number): Promise<Company> {
  const bid = String(firstBid + index);
  const { user_api_key: userKey } = await send<{ user_api_key: string }>('POST', '/v1/users', {
    vendor_api_key: vendorKey,
    email: 'a@example.com',
  });
  const inbox = `company-${index}`;
  const { id } = await send<{ id: string }>('POST', '/v1/companies', {
    vendor_api_key: vendorKey,
    user_api_key: userKey,
    name: `Company ${index}`,
    bid,
    no_vat: true,
    address1: 'Market Street 1',
    post_code: '0150',
    post_office: 'Capital',
    city: 'Capital',
    country: 'NO',
    email: 'a@example.com',
  });
  await send('POST', '/_sim/actions/einvoicing/verifyCompany', { companyId: id }, 200);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: userKey,
    scope: 'eui',
  });
  const granted = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body: form });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const json = (path: string, body: unknown) => send('POST', path, body, 201, headers);
  await json('/v1/company/profiles', { network: 'INTERNAL', profiles: ['INVOICE_AND_CREDIT_NOTE'] });
  const destination = `${server.url}/_sim/inbox/${inbox}`;
  await json('/v1/company/notifications', {
    destination_type: 'WEBHOOK',
    destination,
    events: ['DOCUMENTS.INVOICE.*'],
  });
  return { bid, inbox, headers };
}

function send<Answer>(
  method: string,
  path: string,
  body: unknown,
  status = 201,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const init = { headers: { ...headers, 'content-type': 'application/json' } };
  return call(init, method, path, JSON.stringify(body), status);
}

async function call<Answer>(
  { headers }: Pick<Company, 'headers'>,
  method: string,
  path: string,
  body: string | FormData | undefined,
  status: number,
): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

interface Listed extends Sent {
  readonly status: string;
}

async function listAll(company: Company, direction: 'SENT' | 'RECEIVED'): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/v1/invoices?direction=${direction}&per_page=100&page=${page}`;
    const entries = await call<Listed[]>(company, 'GET', path, undefined, 200);
    all.push(...entries);
    if (entries.length < 100) return all;
  }
}
