import { expect, test } from 'vitest';
import {
  createSender,
  describedOrigin,
  describeText,
  emptySandbox,
  serveDescribed,
} from '../testing/serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const json = (schema: Schema) => ({ 'application/json': { schema } });
const ok = (schema: Schema, description = 'Done') => ({ description, content: json(schema) });
const key = (name: string) => ({ name, in: 'path', required: true, schema: text });
const object = (properties: Schema, required: readonly string[] = []) => ({ type: 'object', required, properties });
const kinds = ['parcel.created', 'parcel.sealed', 'parcel.handed'];

const schemas = {
  Sender: object({ id: { ...text, readOnly: true }, name: text }, ['id', 'name']),
  Parcel: object(
    {
      id: { ...text, readOnly: true },
      senderId: text,
      weight: { type: 'number', minimum: 0.1 },
      status: { ...text, enum: ['open', 'sealed', 'handed'], readOnly: true },
      sealedAt: time,
      handedAt: time,
    },
    ['id', 'senderId', 'status'],
  ),
  Receipt: object({ receiptNumber: { ...text, pattern: '^RC-[0-9]{6}$' }, parcelId: text }, ['receiptNumber']),
  Scan: object(
    { id: text, filename: text, sha256: text, uploadedAt: { ...text, format: 'date-time', readOnly: true } },
    ['id', 'filename'],
  ),
  Notice: object({ id: text, type: { ...text, enum: kinds }, parcelId: text }, ['id', 'type', 'parcelId']),
  Hook: object({ id: { ...text, readOnly: true }, url: text, events: { type: 'array', items: text } }, ['url']),
};
const of = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: keyof typeof schemas) => ok({ type: 'array', items: of(name) });
const sent = object({ senderId: text, weight: { type: 'number', minimum: 0.1 } }, ['senderId']);
const act = (operationId: string, description: string, refusal: string) => ({
  parameters: [key('id')],
  post: { operationId, description, responses: { 200: ok(of('Parcel')), 409: { description: refusal } } },
});
const webhook = {
  post: { requestBody: { content: json(of('Notice')) }, responses: { 204: { description: 'Taken' } } },
};
const form = object({ file: { ...text, format: 'binary' } }, ['file']);

const description = {
  openapi: '3.1.0',
  info: { title: 'Parcels', version: '1' },
  components: { schemas },
  paths: {
    '/senders': {
      post: {
        operationId: 'addSender',
        requestBody: { content: json(object({ name: text }, ['name'])) },
        responses: { 201: ok(of('Sender')) },
      },
    },
    '/parcels': {
      get: { operationId: 'listParcels', responses: { 200: listOf('Parcel') } },
      post: {
        operationId: 'addParcel',
        requestBody: { required: true, content: json(sent) },
        responses: {
          201: ok(of('Parcel'), 'Created in status open'),
          400: { description: 'Invalid' },
          422: { description: 'The sender does not exist' },
        },
      },
    },
    '/parcels/{id}': {
      parameters: [key('id')],
      get: { operationId: 'getParcel', responses: { 200: ok(of('Parcel')), 404: { description: 'None' } } },
    },
    '/parcels/{id}/seal': act('sealParcel', 'An open parcel becomes sealed.', 'The parcel is not open'),
    '/parcels/{id}/hand': act('handParcel', 'A sealed parcel becomes handed.', 'The parcel is not sealed'),
    '/receipts': { get: { operationId: 'listReceipts', responses: { 200: listOf('Receipt') } } },
    '/receipts/{receiptNumber}': {
      parameters: [key('receiptNumber')],
      get: { operationId: 'getReceipt', responses: { 200: ok(of('Receipt')), 404: { description: 'None' } } },
    },
    '/scans': {
      post: {
        operationId: 'addScan',
        requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
        responses: { 201: ok(of('Scan')) },
      },
    },
    '/scans/{id}': {
      parameters: [key('id')],
      get: { operationId: 'getScan', responses: { 200: ok(of('Scan')), 404: { description: 'None' } } },
    },
    '/webhook-subscriptions': {
      post: {
        operationId: 'subscribe',
        requestBody: { required: true, content: json(of('Hook')) },
        responses: { 201: ok(of('Hook')) },
      },
    },
  },
  webhooks: { parcelSealed: webhook, parcelHanded: webhook },
};

async function start(seed: 'empty' | Schema = 'empty') {
  const { api } = await describeText('parcels', description, { name: 'parcels' });
  const simulators = await serveDescribed(api, { sandbox: { ...emptySandbox, seed } });
  return { simulators, send: createSender(simulators) };
}

async function startWithParcel() {
  const { simulators, send } = await start();
  const { body: sender } = await send('POST /senders', { name: 'Ada' });
  const { body: parcel } = await send('POST /parcels', { senderId: sender.id, weight: 2 });
  return { simulators, send, parcel };
}

test('an action does not change the timestamp of the previous state', async () => {
  const { send, parcel } = await startWithParcel();
  const { body: sealed } = await send(`POST /parcels/${parcel.id}/seal`);
  await send('POST /_sim/clock/advance', { by: 'PT1H' });
  const { body: handed } = await send(`POST /parcels/${parcel.id}/hand`);
  expect(handed).toMatchObject({ sealedAt: sealed.sealedAt, handedAt: '2026-01-15T10:00:00.000Z' });
});

test('an invalid request returns 400 if 422 is described for an unknown record', async () => {
  const { send } = await start();
  expect(await send('POST /parcels', { senderId: 'nobody' })).toMatchObject({ status: 422 });
  expect(await send('POST /parcels', { senderId: 'nobody', weight: 0 })).toMatchObject({ status: 400 });
});

test('parcelSealed and parcel.sealed are the same webhook event', async () => {
  const { send, parcel } = await startWithParcel();
  await send('POST /webhook-subscriptions', { url: `${describedOrigin}/_sim/inbox/all`, events: kinds });
  await send(`POST /parcels/${parcel.id}/seal`);
  const { body: inbox } = await send('GET /_sim/inbox/all/messages');
  expect(inbox.messages.map(({ body }: { body: Schema }) => body['type'])).toEqual(['parcel.sealed']);
});

test('an upload stores the hash of the file and the upload time', async () => {
  const { simulators } = await start();
  const body = new FormData();
  body.set('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
  const response = await simulators.fetch(`${describedOrigin}/scans`, { method: 'POST', body });
  expect(await response.json()).toMatchObject({
    filename: 'hello.txt',
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    uploadedAt: '2026-01-15T09:00:00.000Z',
  });
});

test('an unknown id returns 404 in a collection without a create operation', async () => {
  const { send } = await start({ parcels: { '*': 5 } });
  const { body: receipts } = await send('GET /receipts');
  expect(await send(`GET /receipts/${receipts[0].receiptNumber}`)).toMatchObject({ status: 200, body: receipts[0] });
  expect(await send('GET /receipts/RC-999999')).toMatchObject({ status: 404 });
});
