import { describe, expect, it } from 'vitest';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { receivablesSettings, servicePath } from './testing/receivables.js';

const start = useEinvoicingApi();
const put = `PUT ${servicePath}`;
const get = `GET ${servicePath}`;

describe('the receivables service', () => {
  it.each([
    ['wrong check digits', { iban: 'FI2212345600000785' }],
    ['an invalid email address', { authorization_email: 'nobody' }],
    ['post_code for zip_code', { billing_address: { country: 'FI', streets: [], city: 'Turku', post_code: '20100' } }],
  ])('rejects %s', async (_name, wrong) => {
    const company = await start().company();
    expect(await company.send(put, { body: { ...receivablesSettings, ...wrong } })).toMatchObject({ status: 400 });
    expect((await company.send(get)).body).toEqual({ status: 'DISABLED' });
  });
});
