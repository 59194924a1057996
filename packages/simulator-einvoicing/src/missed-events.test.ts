import { describe, expect, it } from 'vitest';
import { einvoicingApis } from './testing/einvoicing-api.js';
import { causeEvent, hoursLater, resend, timesIn } from './testing/network-events.js';

const start = einvoicingApis();

describe('resending', () => {
  it('that fails begins a new series of retries in the place of the old one', async () => {
    const api = start();
    const company = await api.company();
    await company.subscribe('in', ['NETWORKS.*']);
    await api.answer('in', { status: 500 });
    await causeEvent(company);
    await api.advance('PT30M');
    expect(await resend(company)).toBe(1);
    await api.advance('P3D');
    const times = await timesIn(api, 'in');
    expect(times).toEqual([hoursLater(0), ...Array.from({ length: 25 }, (_, hour) => hoursLater(hour + 0.5))]);
  });

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

describe('a month of failures', () => {
  // Half a second of real time. The timeout allows for a busy machine.
  it('disables the subscription, hour by hour', { timeout: 30_000 }, async () => {
    const api = start();
    const company = await api.company();
    const { id } = await company.subscribe('bad', ['NETWORKS.*']);
    await company.subscribe('good', ['NETWORKS.*']);
    await company.subscribe('alerts', ['UNACKNOWLEDGED_WEBHOOKS']);
    await api.answer('bad', { status: 500 });
    const shown = async () => {
      await company.logIn();
      return (await company.send(`GET /v1/company/notifications/${id}`)).body.disabled;
    };
    for (let day = 0; day < 30; day += 1) {
      await company.logIn();
      await causeEvent(company);
      if (day < 29) for (let hour = 0; hour < 24; hour += 1) await api.advance('PT1H');
    }
    await api.advance('PT23H');
    expect(await shown()).toBeUndefined();
    await api.advance('PT1H');
    expect(await shown()).toBe(true);
    const attempts = (await api.send('GET /_sim/deliveries')).body.deliveries.map(
      (delivery: { attempts: object[] }) => delivery.attempts.length,
    );
    expect(Math.max(...attempts)).toBe(25);
    const before = await api.messages('bad');
    await causeEvent(company);
    await api.advance('P2D');
    expect((await api.messages('bad')).length).toBe(before.length);
    expect(await api.messages('good')).toHaveLength(31);
    expect((await api.messages('alerts')).length).toBeGreaterThan(25);
    // The missed events of the disabled subscription are unacknowledged. All are sent again once the receiver works.
    await api.answer('bad', { status: 204 });
    const missed = await resend(company);
    expect(missed).toBe(30);
    expect((await api.messages('bad')).slice(before.length).map(({ text }: { text: string }) => text)).toEqual(
      [...new Set(before.map(({ text }: { text: string }) => text))].slice(0, missed),
    );
    expect(await resend(company)).toBe(0);
    expect(await shown()).toBe(true);
  });
});
