import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const description = await readFile(new URL('../testing/clinic.yaml', import.meta.url), 'utf8');
let call: ReturnType<typeof createSender>;

beforeEach(async () => {
  const { api } = await describeText('clinic', description);
  call = createSender(await serveDescribed(api), { 'x-api-key': 'test' });
});

async function owner(more: object = {}) {
  return (await call('POST /owners', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', ...more })).body;
}

async function animal() {
  const { id } = await owner();
  return (await call('POST /animals', { ownerId: id, name: 'Rex', species: 'dog' })).body;
}

async function booked() {
  const { id: animalId } = await animal();
  const { id: vetId } = (await call('POST /vets', { name: 'Dr. Moss' })).body;
  return (await call('POST /appointments', { animalId, vetId, startsAt: '2031-05-05T08:00:00Z' })).body;
}

it('a new record starts in the described state, or in the state that no transition leads to', async () => {
  const { animalId, ...appointment } = await booked();
  expect(appointment).toMatchObject({ state: 'booked', checkedInAt: null });
  expect((await call(`GET /animals/${animalId}`)).body).toMatchObject({ state: 'alive', deceasedAt: null });
});

it('an action changes the state as described, and fails with 409 in any other state', async () => {
  const { id } = await booked();
  expect((await call(`POST /appointments/${id}/check-in`)).body).toMatchObject({
    state: 'waiting',
    checkedInAt: '2026-01-15T09:00:00.000Z',
  });
  expect(await call(`POST /appointments/${id}/check-in`)).toMatchObject({
    status: 409,
    body: { error: { code: 'wrongState' } },
  });
});

it('an action fails with 409 before the operation that its error description names', async () => {
  const { id } = await booked();
  expect((await call(`POST /appointments/${id}/finish`, {})).status).toBe(409);
  await call(`POST /appointments/${id}/check-in`);
  expect((await call(`POST /appointments/${id}/finish`, {})).body).toMatchObject({ state: 'finished' });
});

it('full names, counts and the latest value of related records are computed', async () => {
  const { id, ownerId, weightKg, ownerName } = await animal();
  expect([weightKg, ownerName]).toEqual([null, 'Ann Lee']);
  await call(`POST /animals/${id}/weights`, { kilograms: 12 });
  await call(`POST /animals/${id}/weights`, { kilograms: 13.5 });
  expect((await call(`GET /animals/${id}`)).body.weightKg).toBe(13.5);
  expect((await call(`GET /owners/${ownerId}`)).body).toMatchObject({ fullName: 'Ann Lee', animalCount: 1 });
});

it('a boolean property is true under the described condition', async () => {
  const { body } = await call('POST /medications', { code: 'ABC123', name: 'Drops', packPrice: 5, reorderLevel: 3 });
  expect(body).toMatchObject({ stock: 0, low: true });
});

it('a resource with only a create operation rejects unknown references', async () => {
  const { id } = await animal();
  await call('POST /medications', { code: 'ABC123', name: 'Drops', packPrice: 5, reorderLevel: 3 });
  await call('POST /medications/ABC123/restock', { packs: 1 });
  const unknown = { animalId: 'nobody', medicationCode: 'ABC123', packs: 1 };
  expect((await call('POST /prescriptions', unknown)).status).toBe(422);
  expect((await call('POST /prescriptions', { ...unknown, animalId: id })).status).toBe(201);
});

it('an error body lists the names of the invalid properties', async () => {
  const { status, body } = await call('POST /owners', { firstName: '', email: 'nope' });
  expect(status).toBe(422);
  expect(body.error.code).toBe('invalid');
  expect([...body.error.fields].sort()).toEqual(['email', 'firstName', 'lastName']);
  const unknown = await call('POST /animals', { ownerId: 'nobody', name: 'Rex', species: 'dog' });
  expect(unknown).toMatchObject({ status: 422, body: { error: { code: 'invalid', fields: ['ownerId'] } } });
});

it('an operation without described errors uses the validation status code of the others', async () => {
  expect((await call('GET /owners?perPage=51')).status).toBe(422);
});

it('a birth date in the future is rejected, and today is accepted', async () => {
  const { id } = await owner();
  const wrong = await call('POST /animals', { ownerId: id, name: 'Rex', species: 'dog', birthDate: '2026-01-16' });
  expect(wrong).toMatchObject({ status: 422, body: { error: { code: 'invalid', fields: ['birthDate'] } } });
  const right = await call('POST /animals', { ownerId: id, name: 'Rex', species: 'dog', birthDate: '2026-01-15' });
  expect(right.status).toBe(201);
});

it('a report counts and sums records as its properties describe', async () => {
  const { id } = await booked();
  const report = async () => (await call('GET /reports/day?date=2031-05-05')).body;
  expect(await report()).toEqual({ date: '2031-05-05', appointments: 1, finished: 0, revenue: 0 });
  await call(`POST /appointments/${id}/check-in`);
  await call(`POST /appointments/${id}/finish`, {});
  expect(await report()).toMatchObject({ appointments: 1, finished: 1 });
});

it('the stock changes with restocks and prescriptions, but never falls below 0', async () => {
  const { id: animalId } = await animal();
  await call('POST /medications', { code: 'ABC123', name: 'Drops', packPrice: 5, reorderLevel: 3 });
  expect((await call('POST /medications/ABC123/restock', { packs: 5 })).body).toMatchObject({ stock: 5, low: false });
  const given = await call('POST /prescriptions', { animalId, medicationCode: 'ABC123', packs: 3 });
  expect(given.body).toMatchObject({ medicationName: 'Drops', price: 15 });
  expect((await call('GET /medications/ABC123')).body).toMatchObject({ stock: 2, low: true });
  const more = await call('POST /prescriptions', { animalId, medicationCode: 'ABC123', packs: 3 });
  expect(more).toMatchObject({ status: 409, body: { error: { code: 'outOfStock' } } });
});

it('an action stores properties of its request body, and creates the described record', async () => {
  const { id, animalId } = await booked();
  await call(`POST /appointments/${id}/check-in`);
  expect((await call(`POST /appointments/${id}/finish`, { diagnosis: 'flu' })).body.diagnosis).toBe('flu');
  const { ownerId } = (await call(`GET /animals/${animalId}`)).body;
  const { items } = (await call(`GET /invoices?ownerId=${ownerId}`)).body;
  expect(items).toMatchObject([{ number: 'R-000001', state: 'open', paymentMethod: null }]);
  await call(`POST /invoices/${items[0].id}/items`, { text: 'visit', quantity: 1, unitPrice: 20 });
  const paid = await call(`POST /invoices/${items[0].id}/pay`, { method: 'card' });
  expect(paid.body).toMatchObject({ state: 'paid', paymentMethod: 'card', gross: 23.8 });
});
