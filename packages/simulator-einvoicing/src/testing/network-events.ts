import { expect } from 'vitest';
import type { TestCompany } from './einvoicing-api.js';

let caused = 0;

/** Causes an event: the company registers for PEPPOL and deletes the registration, whose id it returns. */
export async function causeEvent(company: TestCompany): Promise<string> {
  caused += 1;
  const { id } = await company.register('PEPPOL', { scheme: '9999', endpoint_id: `E${caused}` });
  await company.send(`DELETE /v1/company/profiles/${id}`);
  return id;
}

/** Resends all unacknowledged events, with a new token. @returns how many */
export async function resendEvents(company: TestCompany): Promise<number> {
  await company.logIn();
  const { status, body } = await company.send('POST /v1/company/notifications_resend_unacknowledged');
  expect(status).toBe(202);
  return body.count;
}
