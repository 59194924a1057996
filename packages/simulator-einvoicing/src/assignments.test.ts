import { describe, expect, it } from 'vitest';
import { type EinvoicingApi, type SeenResponse, type TestCompany, useEinvoicingApi } from './testing/einvoicing-api.js';
import { createAssignment, createCollectingCompany } from './testing/receivables.js';

const start = useEinvoicingApi();
type Body = SeenResponse['body'];

async function later(api: EinvoicingApi, company: TestCompany, by: string): Promise<void> {
  await api.advance(by);
  await company.logIn();
}

const typesOf = ({ events }: Body): string[] => events.map(({ type }: Body) => type);
const add = (company: TestCompany, id: string, body: object) =>
  company.send(`POST /v1/assignments/${id}/events`, { body });
const read = async (company: TestCompany, id: string): Promise<Body> =>
  (await company.send(`GET /v1/assignments/${id}`)).body;

describe('an assignment', () => {
  it('is paid in parts, and closed by the provider when it is fully paid', async () => {
    const api = start();
    const { seller, buyer } = await createCollectingCompany(api);
    const { id } = await createAssignment(seller, buyer);
    const paid = await add(seller, id, { type: 'paid', amount: 100.25, message: 'In cash', due_date: '2026-09-09' });
    expect(paid).toMatchObject({
      status: 201,
      body: { type: 'paid', amount: 100.25, message: 'In cash', created_by: 'COMPANY' },
    });
    expect(paid.body.due_date).toBeUndefined();
    expect(await read(seller, id)).toMatchObject({ status: 'Partially closed', open_amount: 25.25, closed_at: null });
    await add(seller, id, { type: 'credit_note', amount: 5.25 });
    await later(api, seller, 'PT2H');
    const over = await api.action('providerEvent', { assignmentId: id, type: 'paid', amount: 30 });
    expect(over.events.map(({ type }: Body) => type)).toEqual(['paid', 'close']);
    const closed = await read(seller, id);
    expect(closed).toMatchObject({ status: 'Closed', open_amount: -10, closed_at: '2026-01-15T11:00:00Z' });
    expect(typesOf(closed)).toEqual(['created', 'paid', 'credit_note', 'paid', 'close']);
    expect(await add(seller, id, { type: 'comment', message: 'Late' })).toMatchObject({
      status: 409,
      body: { code: 'assignment_closed' },
    });
    await later(api, seller, 'P100D');
    expect(await read(seller, id)).toEqual(closed);
  });

  it('keeps its timer when a snapshot is restored', async () => {
    const api = start();
    const { seller, buyer } = await createCollectingCompany(api);
    const { id } = await createAssignment(seller, buyer);
    expect((await api.send('PUT /_sim/snapshots/before')).status).toBeLessThan(300);
    await add(seller, id, { type: 'cancel' });
    expect((await api.send('POST /_sim/snapshots/before/restore')).status).toBeLessThan(300);
    await later(api, seller, 'P45D');
    expect(typesOf(await read(seller, id))).toEqual(['created', 'comment', 'reminder']);
  });
});
