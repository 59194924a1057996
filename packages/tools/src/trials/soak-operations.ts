// The requests of the soak, each with the answers that are right for it. `faulty`: the rules of soak-faults.ts apply.
import { call, callJson, type Seen } from '../clients/call.ts';
import { authorize, ended, type TenantHeaders, train, upload } from '../clients/inventory-client.ts';
import { dataset } from '../clients/raw-data.ts';

const tenants = ['north', 'south', 'east'];
const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
/** Jobs that a sandbox is asked about; the latest ones. */
const mostJobs = 50;

interface Job {
  readonly headers: TenantHeaders;
  readonly jobId: string;
}

/** A sandbox with tenants that have trained data, and what is known of it. */
export interface World {
  readonly url: string;
  readonly headers: readonly TenantHeaders[];
  readonly jobs: Job[];
  /** Where webhooks go that leave the server. */
  readonly receiver: string;
}

interface Operation {
  readonly expected: readonly number[];
  readonly faulty: boolean;
  send(world: World): Promise<Seen>;
}

type Shared = readonly [share: number, name: string, operation: Operation];

/** Prepares a sandbox at this address. */
export async function openWorld(url: string, receiver: string): Promise<World> {
  const headers = await Promise.all(tenants.map((tenant) => authorize(url, tenant)));
  const body = JSON.stringify({ datasets: ['d1', 'd2'].map((id) => dataset(id, 60)) });
  const jobs: Job[] = [];
  for (const own of headers) {
    const uploaded = await upload(url, own, body);
    await ended(url, own, uploaded, 20);
    const trained = await train(url, own, ['d1', 'd2']);
    await ended(url, own, trained, 20);
    jobs.push({ headers: own, jobId: uploaded }, { headers: own, jobId: trained });
  }
  return { url, headers, jobs, receiver };
}

/** `[share, name, operation]`, for a sandbox that lives on: nothing here leaves anything that lasts. */
const harmless: readonly Shared[] = [
  [30, 'get status', { expected: [200], faulty: true, send: (world) => getStatus(world) }],
  [12, 'list datasets', get('/io/data')],
  [8, 'summarize a dataset', get('/io/data/d1')],
  [4, 'an unknown dataset', { ...get('/io/data/none'), expected: [400] }],
  [
    5,
    'get a token',
    {
      expected: [200],
      faulty: true,
      send: (world) => call('POST', `${world.url}/connect/token`, { headers: formType, body: form }),
    },
  ],
  [
    2,
    'a wrong secret',
    {
      expected: [400, 401],
      faulty: true,
      send: (world) =>
        call('POST', `${world.url}/connect/token`, { headers: formType, body: form.replace('demo-secret', 'wrong') }),
    },
  ],
  [
    3,
    'no token',
    {
      expected: [401],
      faulty: true,
      send: (world) => call('GET', `${world.url}/io/data`, { headers: { tenantId: 'north' } }),
    },
  ],
  [
    3,
    'no tenant',
    {
      expected: [400],
      faulty: true,
      send: (world) =>
        call('GET', `${world.url}/io/data`, { headers: { authorization: pick(world.headers).authorization } }),
    },
  ],
  [2, 'an unknown path', { expected: [404], faulty: true, send: (world) => call('GET', `${world.url}/io/nothing`) }],
  [2, 'a wrong method', { expected: [405], faulty: true, send: (world) => call('DELETE', `${world.url}/io/status`) }],
  [
    2,
    'a broken body',
    { expected: [400], faulty: true, send: (world) => post(world, '/io/start_trainer', '{"parametersArray": [') },
  ],
  [
    2,
    'a preferred status',
    {
      // A rule that applies to a request goes before what its caller prefers.
      expected: [200, 429],
      faulty: true,
      send: (world) => call('GET', `${world.url}/io/data`, { headers: { ...pick(world.headers), prefer: 'code=429' } }),
    },
  ],
  [
    3,
    'a faulty signature',
    {
      expected: [403],
      faulty: true,
      send: (world) =>
        call('PUT', `${world.url}/_uploads/io/none?expires=1&signature=${'0'.repeat(64)}`, { body: '{}' }),
    },
  ],
  [
    5,
    'a message to an inbox',
    {
      expected: [204],
      faulty: false,
      send: (world) => callJson('POST', `${world.url}/_sim/inbox/soak`, { hello: 'world' }),
    },
  ],
  [2, 'read the inbox', control('/_sim/inbox/soak/messages')],
  [4, 'read the clock', control('/_sim/clock')],
  [3, 'read the journal', control('/_sim/journal?limit=20&type=request')],
  [
    1,
    'wait for an entry',
    {
      expected: [200],
      faulty: false,
      send: (world) => callJson('POST', `${world.url}/_sim/journal/wait`, { match: { type: 'request' } }),
    },
  ],
  [2, 'list jobs', control('/_sim/jobs')],
  [2, 'list deliveries', control('/_sim/deliveries')],
  [1, 'read the settings', control('/_sim/settings')],
  [1, 'list sandboxes', control('/_sim/sandboxes')],
];

/** What works, for a sandbox that passes. */
const working: readonly Shared[] = [
  ...harmless.slice(0, 8),
  [6, 'upload', { expected: [200], faulty: true, send: (world) => uploadSome(world) }],
  [
    2,
    'train',
    { expected: [202], faulty: true, send: (world) => startAndNote(world, '/io/start_trainer', trainer(world)) },
  ],
  [
    4,
    'predict',
    { expected: [202], faulty: true, send: (world) => startAndNote(world, '/io/create_prediction', prediction(world)) },
  ],
  [8, 'get results', { expected: [200, 404], faulty: true, send: (world) => getResults(world) }],
  [
    2,
    'classify',
    {
      expected: [202],
      faulty: true,
      send: (world) =>
        startAndNote(world, '/io/start_inventory_classification', {
          datasetIds: ['d1', 'd2'],
          abcDriver: 'revenue',
          webhook: inbox(world),
        }),
    },
  ],
  [1, 'presign and leave it', { ...get('/io/presigned_url') }],
  [1, 'list jobs', control('/_sim/jobs')],
  [1, 'list deliveries', control('/_sim/deliveries')],
];

/** One operation, by its share. */
export function pickOperation(works: boolean): Operation & { name: string } {
  const list = works ? working : harmless;
  let draw = Math.random() * list.reduce((sum, [share]) => sum + share, 0);
  for (const [share, name, operation] of list) {
    draw -= share;
    if (draw < 0) return { name, ...operation };
  }
  const [, name, operation] = pick(list);
  return { name, ...operation };
}

function get(path: string): Operation {
  return {
    expected: [200],
    faulty: true,
    send: (world) => call('GET', `${world.url}${path}`, { headers: pick(world.headers) }),
  };
}

function control(path: string): Operation {
  return { expected: [200], faulty: false, send: (world) => call('GET', `${world.url}${path}`) };
}

function post(world: World, path: string, body: string): Promise<Seen> {
  return call('POST', `${world.url}${path}`, {
    headers: { ...pick(world.headers), 'content-type': 'application/json' },
    body,
  });
}

function getStatus(world: World): Promise<Seen> {
  const { headers, jobId } = pick(world.jobs);
  return call('GET', `${world.url}/io/status`, { headers: { ...headers, jobId } });
}

function getResults(world: World): Promise<Seen> {
  const { headers, jobId } = pick(world.jobs);
  return call('GET', `${world.url}/io/results`, { headers: { ...headers, jobId } });
}

async function uploadSome(world: World): Promise<Seen> {
  const headers = pick(world.headers);
  const presigned = await call('GET', `${world.url}/io/presigned_url`, { headers });
  if (presigned.status !== 200) return presigned;
  const { url, jobId } = JSON.parse(presigned.text);
  const body = JSON.stringify({
    datasets: [dataset(`more-${Math.floor(Math.random() * 5)}`, 60)],
    webhook: inbox(world),
  });
  const answer = await call('PUT', url, { body });
  if (answer.status === 200) note(world, { headers, jobId });
  return answer;
}

async function startAndNote(world: World, path: string, value: unknown): Promise<Seen> {
  const headers = pick(world.headers);
  const answer = await callJson('POST', `${world.url}${path}`, value, headers);
  if (answer.status === 202) note(world, { headers, jobId: JSON.parse(answer.text).jobId });
  return answer;
}

function trainer(world: World) {
  return { parametersArray: [{ datasetId: 'd1', frequency: 'W', horizon: 4 }], webhook: outside(world) };
}

function prediction(world: World) {
  const parameters = {
    datasetId: 'd2',
    currentInventoryLevel: 40,
    wantedServiceLevel: 0.9,
    supplier: { supplierId: 's1', leadTime: { value: 1, granularity: 'W' } },
    replenishmentInterval: { value: 7, granularity: 'D' },
  };
  return { parametersArray: [parameters], webhook: Math.random() < 0.5 ? inbox(world) : outside(world) };
}

/** An inbox of the sandbox itself. */
function inbox({ url }: World) {
  return { webhookUrl: `${url}/_sim/inbox/soak`, webhookApiKey: 'soak-key' };
}

/** A receiver of another process, by a real connection. */
function outside({ receiver }: World) {
  return { webhookUrl: receiver };
}

function note({ jobs }: World, job: Job): void {
  jobs.push(job);
  if (jobs.length > mostJobs) jobs.splice(0, 1);
}

function pick<Item>(list: readonly Item[]): Item {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
