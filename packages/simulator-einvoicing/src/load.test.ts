import { expect, it } from 'vitest';
import { einvoicingApis } from './testing/einvoicing-api.js';

const start = einvoicingApis();

it('two hundred events of twenty companies at once are all delivered once, in order for each subscription', {
  timeout: 60_000,
}, async () => {
  const api = start();
  const companies = [];
  for (let index = 0; index < 20; index += 1) {
    const company = await api.company({ country: 'DE' });
    await company.subscribe(`in${index}`, ['NETWORKS.*']);
    companies.push(company);
  }
  const made = await Promise.all(
    companies.map((company, place) =>
      Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const address = { scheme: '9999', endpoint_id: `${place}-${index}` };
          return (await company.register('PEPPOL', address)).id as string;
        }),
      ),
    ),
  );
  for (const [place, company] of companies.entries()) {
    const registered = (await company.send('GET /v1/company/profiles')).body.map(({ id }: { id: string }) => id);
    const received = (await api.messages(`in${place}`)).map(
      ({ body }: { body: { event_data: { id: string } } }) => body.event_data.id,
    );
    expect([...registered].sort()).toEqual([...(made[place] ?? [])].sort());
    // Registrations are numbered when they are committed, so they show the order of the events.
    expect(received).toEqual(registered);
  }
});
