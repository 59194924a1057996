import { describe, expect, it } from 'vitest';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { causeEvent, resendEvents } from './testing/network-events.js';

const start = useEinvoicingApi();

describe('a vendor webhook', () => {
  it('lets only the partner that created it resend events (einvoicing.gap.resend-who)', async () => {
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

describe('pending deliveries', () => {
  it('and timers of registrations continue after a snapshot is restored', async () => {
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
    expect(await resendEvents(company)).toBe(0);
  });
});
