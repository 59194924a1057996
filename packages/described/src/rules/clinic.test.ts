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

it('a new record is in the state that a sentence names, or in the one that no transition leads to', async () => {
  const { animalId, ...appointment } = await booked();
  expect(appointment).toMatchObject({ state: 'booked', checkedInAt: null });
  expect((await call(`GET /animals/${animalId}`)).body).toMatchObject({ state: 'alive', deceasedAt: null });
});

it('a step goes from the state to the state that a sentence names', async () => {
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

it('a refusal that names what another operation does is about the state that it leads to', async () => {
  const { id } = await booked();
  expect((await call(`POST /appointments/${id}/finish`, {})).status).toBe(409);
  await call(`POST /appointments/${id}/check-in`);
  expect((await call(`POST /appointments/${id}/finish`, {})).body).toMatchObject({ state: 'finished' });
});

it('names, counts and the last of some records are computed', async () => {
  const { id, ownerId, weightKg, ownerName } = await animal();
  expect([weightKg, ownerName]).toEqual([null, 'Ann Lee']);
  await call(`POST /animals/${id}/weights`, { kilograms: 12 });
  await call(`POST /animals/${id}/weights`, { kilograms: 13.5 });
  expect((await call(`GET /animals/${id}`)).body.weightKg).toBe(13.5);
  expect((await call(`GET /owners/${ownerId}`)).body).toMatchObject({ fullName: 'Ann Lee', animalCount: 1 });
});

it('a flag is true under the condition that its description says', async () => {
  const { body } = await call('POST /medications', { code: 'ABC123', name: 'Drops', packPrice: 5, reorderLevel: 3 });
  expect(body).toMatchObject({ stock: 0, low: true });
});

it('what only a creation shows is stored, and its references are checked', async () => {
  const { id } = await animal();
  await call('POST /medications', { code: 'ABC123', name: 'Drops', packPrice: 5, reorderLevel: 3 });
  const unknown = { animalId: 'nobody', medicationCode: 'ABC123', packs: 1 };
  expect((await call('POST /prescriptions', unknown)).status).toBe(422);
  expect((await call('POST /prescriptions', { ...unknown, animalId: id })).status).toBe(201);
});

it('a list of names of members in an error has those that are wrong', async () => {
  const { status, body } = await call('POST /owners', { firstName: '', email: 'nope' });
  expect(status).toBe(422);
  expect(body.error.code).toBe('invalid');
  expect([...body.error.fields].sort()).toEqual(['email', 'firstName', 'lastName']);
  const unknown = await call('POST /animals', { ownerId: 'nobody', name: 'Rex', species: 'dog' });
  expect(unknown).toMatchObject({ status: 422, body: { error: { code: 'invalid', fields: ['ownerId'] } } });
});

it('an operation that describes no error has the status that the others have', async () => {
  expect((await call('GET /owners?perPage=51')).status).toBe(422);
});
