import { describe, expect, it } from 'vitest';
import { einvoicingApis } from './testing/einvoicing-api.js';
import { causeEvent, resend } from './testing/network-events.js';

const start = einvoicingApis();

describe('resending', () => {
  it('leaves out subscriptions that have ended', async () => {
    const api = start();
    const company = await api.company();
    const { id } = await company.subscribe('in', ['NETWORKS.*']);
    await api.answer('in', { status: 500 });
    await causeEvent(company);
    await company.send(`DELETE /v1/company/notifications/${id}`);
    await api.advance('P1D');
    expect(await resend(company)).toBe(0);
    expect(await api.messages('in')).toHaveLength(1);
  });
});
