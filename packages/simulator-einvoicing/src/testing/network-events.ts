import { expect } from 'vitest';
import { type EinvoicingApi, startOfTime, type TestCompany } from './einvoicing-api.js';

let caused = 0;

/** Causes an event: the company registers for PEPPOL and deletes the registration, whose id it returns. */
export async function causeEvent(company: TestCompany): Promise<string> {
  caused += 1;
  const { id } = await company.register('PEPPOL', { scheme: '9999', endpoint_id: `E${caused}` });
  await company.send(`DELETE /v1/company/profiles/${id}`);
  return id;
}

/** The registrations that the messages of an inbox are about. */
export async function idsIn(api: EinvoicingApi, inbox: string): Promise<string[]> {
  return (await api.messages(inbox)).map(({ body }: { body: { event_data: { id: string } } }) => body.event_data.id);
}

/** When the messages of an inbox came. */
export async function timesIn(api: EinvoicingApi, inbox: string): Promise<string[]> {
  return (await api.messages(inbox)).map(({ receivedAt }: { receivedAt: string }) => receivedAt);
}

/** Has all unacknowledged events sent again, with a new token. @returns how many */
export async function resend(company: TestCompany): Promise<number> {
  await company.logIn();
  const { status, body } = await company.send('POST /v1/company/notifications_resend_unacknowledged');
  expect(status).toBe(202);
  return body.count;
}

/** An instant in hours after the start of a test's clock. */
export function hoursLater(hours: number): string {
  return new Date(Date.parse(startOfTime) + hours * 3_600_000).toISOString();
}
