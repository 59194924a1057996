import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { einvoicingApis, origin } from './testing/einvoicing-api.js';
import { causeEvent, idsIn, resend } from './testing/network-events.js';

const start = einvoicingApis();

describe('a subscription', () => {
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
