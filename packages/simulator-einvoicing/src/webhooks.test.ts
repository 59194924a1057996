import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { einvoicingApis, origin } from './testing/einvoicing-api.js';
import { causeEvent, hoursLater, idsIn, resend, timesIn } from './testing/network-events.js';

const start = einvoicingApis();

describe('a subscription', () => {
  it('is shown as it was made, and ends', async () => {
    const company = await start().company();
    const made = await company.subscribe('in', ['DOCUMENTS.*.*', 'NETWORKS.*']);
    expect(made).toEqual({
      id: expect.any(String),
      destination_type: 'WEBHOOK',
      destination: `${origin}/_sim/inbox/in`,
      events: ['DOCUMENTS.*.*', 'NETWORKS.*'],
    });
    expect((await company.send('GET /v1/company/notifications')).body).toEqual([made]);
    expect((await company.send(`GET /v1/company/notifications/${made.id}`)).body).toEqual(made);
    expect((await company.send(`DELETE /v1/company/notifications/${made.id}`)).status).toBe(204);
    expect((await company.send(`DELETE /v1/company/notifications/${made.id}`)).status).toBe(404);
    expect((await company.send('GET /v1/company/notifications')).body).toEqual([]);
  });

  it.each([
    [{ destination_type: 'EMAIL' }],
    [{ destination_type: 'webhook' }],
    [{ destination: undefined }],
    [{ destination: 'hooks' }],
    [{ destination: 'http://hooks.example.com/in' }],
    [{ destination: 'ftp://127.0.0.1/in' }],
    [{ events: 'NETWORKS.*' }],
    [{ events: [] }],
    [{ events: ['*'] }],
    [{ events: ['NETWORK.*'] }],
    [{ events: ['NETWORKS.PEPPOL.*.*'] }],
    [{ events: ['DOCUMENTS.INVOICE.LOST'] }],
    [{ vendor_key: 'demo-vendor-key' }],
  ])('%j is refused', async (change) => {
    const company = await start().company();
    const destination = 'https://hooks.example.com/in';
    const body = { destination_type: 'WEBHOOK', destination, events: ['NETWORKS.*'], ...change };
    const seen = await company.send('POST /v1/company/notifications', { body });
    expect([seen.status, seen.body.code]).toEqual([400, 'invalid_parameters']);
  });

  it('covers what its names and wildcards say', async () => {
    const api = start();
    const company = await api.company({ verified: false, networks: ['INTERNAL'] });
    const patterns = ['NETWORKS.*', 'NETWORKS.*.CREATED', 'NETWORKS.BANK.CREATED', 'COMPANY.*', 'DOCUMENTS.*'];
    for (const [place, pattern] of patterns.entries()) await company.subscribe(`in${place}`, [pattern]);
    await company.subscribe('overlap', ['NETWORKS.*', 'NETWORKS.BANK.CREATED']);
    await api.action('verifyCompany', { companyId: company.id });
    await company.register('PEPPOL');
    const seen = await Promise.all(
      [...patterns.keys()].map(async (place) =>
        (await api.messages(`in${place}`)).map(({ body }: { body: { event: string } }) => body.event),
      ),
    );
    const networks = ['NETWORKS.BANK.CREATED', 'NETWORKS.PEPPOL.CREATED'];
    expect(seen).toEqual([networks, networks, networks.slice(0, 1), ['COMPANY.AUTHORIZATION.CHANGED'], []]);
    expect(await api.messages('overlap')).toHaveLength(2);
  });
});

describe('a delivery', () => {
  it('carries user and password of the address as Basic, the query as it is, and no signature', async () => {
    const api = start();
    const company = await api.company();
    const destination = `${origin.replace('://', '://u%40x:p%3A1@')}/_sim/inbox/in?token=s&x=%20`;
    await company.subscribe('in', ['NETWORKS.*'], { destination });
    await causeEvent(company);
    const [message] = await api.messages('in');
    expect([message.query, message.headers.authorization]).toEqual([
      'token=s&x=%20',
      `Basic ${Buffer.from('u@x:p:1').toString('base64')}`,
    ]);
    expect(Object.keys(message.headers).sort()).toEqual(['authorization', 'content-type']);
    expect((await company.send('GET /v1/company/notifications')).body[0].destination).toBe(destination);
    const journal = JSON.stringify((await api.send('GET /_sim/journal')).body);
    expect(journal).not.toContain('p%3A1');
  });

  it.each([200, 201, 204])('is acknowledged by %i', async (status) => {
    const api = start();
    const company = await api.company();
    await company.subscribe('in', ['NETWORKS.*']);
    await api.answer('in', { status });
    await causeEvent(company);
    await api.advance('P2D');
    expect(await api.messages('in')).toHaveLength(1);
    expect(await resend(company)).toBe(0);
  });

  it.each([
    [{ status: 202 }],
    [{ status: 301, headers: { location: `${origin}/_sim/inbox/other` } }],
    [{ status: 400 }],
    [{ status: 410 }],
    [{ status: 500 }],
    [{ status: 200, headers: { 'x-inbox-delay': '6' } }],
  ])('is repeated an hour after %j', async (answer) => {
    const api = start();
    const company = await api.company();
    await company.subscribe('in', ['NETWORKS.*']);
    await api.answer('in', answer, { status: 200, headers: { 'x-inbox-delay': '4' } });
    await causeEvent(company);
    await api.advance('PT59M');
    expect(await api.messages('in')).toHaveLength(1);
    await api.advance('PT1M');
    await api.advance('P2D');
    const messages = await api.messages('in');
    expect(await timesIn(api, 'in')).toEqual([hoursLater(0), hoursLater(1)]);
    expect(messages[1].text).toBe(messages[0].text);
    expect(await api.messages('other')).toEqual([]);
  });

  it('is repeated every hour for 24 hours, and never a 25th time', async () => {
    const api = start();
    const company = await api.company();
    await company.subscribe('in', ['NETWORKS.*']);
    await company.subscribe('alerts', ['UNACKNOWLEDGED_WEBHOOKS']);
    await api.answer('in', { status: 500 });
    await causeEvent(company);
    await api.advance('PT23H59M');
    expect(await api.messages('alerts')).toEqual([]);
    await api.advance('P3D');
    expect(await timesIn(api, 'in')).toEqual(Array.from({ length: 25 }, (_, hour) => hoursLater(hour)));
    expect((await api.messages('alerts')).map(({ body }: { body: object }) => body)).toEqual([
      { event: 'UNACKNOWLEDGED_WEBHOOKS', company_id: company.id, event_timestamp: '2026-01-16T09:00:00+00:00' },
    ]);
  });

  it('keeps its order but for retries', async () => {
    const api = start();
    const company = await api.company();
    await company.subscribe('in', ['NETWORKS.*']);
    await api.answer('in', { status: 503 }, { status: 204 });
    const ids = [await causeEvent(company), await causeEvent(company), await causeEvent(company)];
    await api.advance('PT1H');
    expect(await idsIn(api, 'in')).toEqual([...ids, ids[0]]);
  });

  it('counts as failed when nobody answers, and goes out over a real socket', async () => {
    const api = start();
    const company = await api.company();
    const seen: unknown[] = [];
    const receiver = createServer((request, response) => {
      seen.push(request.headers['content-type']);
      response.writeHead(seen.length === 1 ? 202 : 200).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.once('listening', resolve));
    const { port } = receiver.address() as AddressInfo;
    await company.subscribe('x', ['NETWORKS.*'], { destination: `http://127.0.0.1:${port}/hook` });
    await company.subscribe('x', ['NETWORKS.*'], { destination: 'http://127.0.0.1:9/hook' });
    await causeEvent(company);
    await api.advance('PT1H');
    receiver.close();
    expect(seen).toEqual(['application/json', 'application/json']);
    expect(await resend(company)).toBe(1);
  });
});

describe('a vendor webhook', () => {
  it('covers the companies linked to the partner, by key, from linking to unlinking', async () => {
    const api = start();
    const partner = await api.company({ country: 'SE' });
    await api.action('registerVendor', { vendorApiKey: 'key-a', partnerCompanyId: partner.id });
    await api.action('registerVendor', { vendorApiKey: 'key-b', partnerCompanyId: partner.id });
    await partner.logIn('eui', 'key-a');
    const vendor = { destination_type: 'VENDOR_WEBHOOK' };
    await partner.subscribe('all', ['NETWORKS.*'], vendor);
    await partner.subscribe('a', ['NETWORKS.*'], { ...vendor, vendor_key: 'key-a' });
    const [ofA, ofB, ofNone] = [await api.company(), await api.company(), await api.company()];
    await ofA.logIn('eui', 'key-a');
    await ofA.send('POST /v1/company/vendors');
    await ofB.logIn('eui', 'key-b');
    await ofB.send('POST /v1/company/vendors');
    for (const company of [ofA, ofB, ofNone, partner]) await causeEvent(company);
    const companies = async (inbox: string) =>
      (await api.messages(inbox)).map(({ body }: { body: { company_id: string } }) => body.company_id);
    expect(await companies('all')).toEqual([ofA.id, ofB.id]);
    expect(await companies('a')).toEqual([ofA.id]);
    await ofA.send('DELETE /v1/company/vendors');
    await causeEvent(ofA);
    expect(await companies('all')).toHaveLength(2);

    const destination = 'https://hooks.example.com/in';
    const body = { destination_type: 'VENDOR_WEBHOOK', destination, events: ['NETWORKS.*'] };
    const refused = await ofB.send('POST /v1/company/notifications', { body });
    expect([refused.status, refused.body.code]).toEqual([401, 'auth_unauthorized']);
    const foreign = { body: { ...body, vendor_key: 'demo-vendor-key' } };
    expect((await partner.send('POST /v1/company/notifications', foreign)).status).toBe(400);
  });

  it('is sent again by the partner that made it, not by a linked company (einvoicing.gap.resend-who)', async () => {
    const api = start();
    const [partner, linked] = [await api.company({ country: 'SE' }), await api.company()];
    await api.action('registerVendor', { vendorApiKey: 'key-a', partnerCompanyId: partner.id });
    await partner.logIn('eui', 'key-a');
    await partner.subscribe('in', ['NETWORKS.*'], { destination_type: 'VENDOR_WEBHOOK' });
    await linked.logIn('eui', 'key-a');
    await linked.send('POST /v1/company/vendors');
    await api.answer('in', { status: 500 }, { status: 204 });
    await causeEvent(linked);
    const counts: number[] = [];
    for (const company of [linked, partner, partner]) {
      counts.push((await company.send('POST /v1/company/notifications_resend_unacknowledged')).body.count);
    }
    expect(counts).toEqual([0, 1, 0]);
  });
});

describe('deliveries under way', () => {
  it('outlive a snapshot and its restoration, with the timers of registrations', async () => {
    const api = start();
    const company = await api.company({ networks: ['INTERNAL'] });
    await company.subscribe('in', ['NETWORKS.*']);
    await api.answer('in', { status: 500, times: 2 }, { status: 204 });
    const { id } = await company.register('PEPPOL');
    expect((await api.send('PUT /_sim/snapshots/s')).status).toBeLessThan(300);
    await api.send('POST /_sim/reset');
    expect((await api.send('POST /_sim/snapshots/s/restore')).status).toBe(200);
    await api.advance('PT2H');
    await company.logIn();
    expect((await company.send(`GET /v1/company/profiles/${id}`)).body.status).toBe('active');
    expect((await api.messages('in')).length).toBeGreaterThan(0);
    expect(await resend(company)).toBe(0);
  });
});
