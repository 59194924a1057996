import { describe, expect, it } from 'vitest';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { causeEvent, resendEvents } from './testing/network-events.js';

const start = useEinvoicingApi();

describe('resending events', () => {
  it('skips deleted subscriptions', async () => {
    const api = start();
    const company = await api.company();
    const { id } = await company.subscribe('in', ['NETWORKS.*']);
    await api.answer('in', { status: 500 });
    await causeEvent(company);
    await company.send(`DELETE /v1/company/notifications/${id}`);
    await api.advance('P1D');
    expect(await resendEvents(company)).toBe(0);
    expect(await api.messages('in')).toHaveLength(1);
  });
});
