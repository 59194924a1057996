import { describe, expect, it } from 'vitest';
import { createForm } from './testing/create-form.js';
import { useEinvoicingApi } from './testing/einvoicing-api.js';
import { createUblInvoice } from './testing/ubl-invoice.js';

const start = useEinvoicingApi();

async function validator(api = start()) {
  const company = await api.company({ scope: 'validate' });
  return async (file: string | Uint8Array, path = '/v1/validate') =>
    company.send(`POST ${path}`, { body: createForm({ file }) });
}

describe('the validator', () => {
  it('reports the same findings for a large file as for a small one', async () => {
    const validate = await validator();
    const note = `<cbc:Note>${'x'.repeat(100_000)}</cbc:Note>\n<cbc:DocumentCurrencyCode>`;
    const small = await validate(createUblInvoice());
    const large = await validate(createUblInvoice().replace('<cbc:DocumentCurrencyCode>', note));
    const lineless = (findings: object[]) => findings.map((finding) => ({ ...finding, line: 0 }));
    expect(small.body.findings.length).toBeGreaterThan(0);
    expect(lineless(large.body.findings)).toEqual(lineless(small.body.findings));
  });
});
