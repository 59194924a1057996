import { describe, expect, it } from 'vitest';
import { einvoicingApis } from './testing/einvoicing-api.js';
import { formOf } from './testing/form-of.js';
import { ublInvoice } from './testing/ubl-invoice.js';

const start = einvoicingApis();

async function validator(api = start()) {
  const company = await api.company({ scope: 'validate' });
  return async (file: string | Uint8Array, path = '/v1/validate') =>
    company.send(`POST ${path}`, { body: formOf({ file }) });
}

describe('the validator', () => {
  it('finds what the structure forbids beside the broken business rules; only the former if told so', async () => {
    const api = start();
    const validate = await validator(api);
    const wrongOrder = ublInvoice()
      .replace(/(<cbc:IssueDate>.*<\/cbc:IssueDate>)\n(<cbc:DueDate>.*<\/cbc:DueDate>)/, '$2\n$1')
      .replace('>125.50</cbc:TaxInclusiveAmount>', '>130.00</cbc:TaxInclusiveAmount>');
    const stages = async () => {
      const { status, body } = await validate(wrongOrder);
      expect(status).toBe(200);
      return [...new Set(body.findings.map(({ stage }: { stage: string }) => stage))];
    };
    expect(await stages()).toEqual(['schema', 'schematron']);
    await api.settings({ schemaFindings: 'stop' });
    expect(await stages()).toEqual(['schema']);
  });

  it('finds a sum that does not add up by its official rule, at both addresses', async () => {
    const validate = await validator();
    const wrongSum = ublInvoice().replace('>125.50</cbc:TaxInclusiveAmount>', '>130.00</cbc:TaxInclusiveAmount>');
    for (const path of ['/v1/validate', '/validate']) {
      const { body } = await validate(wrongSum, path);
      expect(body.valid).toBe(false);
      expect(body.findings).toContainEqual(
        expect.objectContaining({ rule_id: 'BR-CO-15', severity: 'fatal', stage: 'schematron' }),
      );
    }
  });

  it('judges a large file like a small one', async () => {
    const validate = await validator();
    const note = `<cbc:Note>${'x'.repeat(100_000)}</cbc:Note>\n<cbc:DocumentCurrencyCode>`;
    const small = await validate(ublInvoice());
    const large = await validate(ublInvoice().replace('<cbc:DocumentCurrencyCode>', note));
    const lineless = (findings: object[]) => findings.map((finding) => ({ ...finding, line: 0 }));
    expect(small.body.findings.length).toBeGreaterThan(0);
    expect(lineless(large.body.findings)).toEqual(lineless(small.body.findings));
  });

  it('refuses what it cannot read with the place, and a token without the scope', async () => {
    const validate = await validator();
    expect(await validate('<Invoice')).toMatchObject({ status: 400, body: { code: 'invalid_parameters' } });
    expect((await validate('<Invoice')).body.details.join()).toMatch(/line 1/);
    const company = await start().company({ scope: 'company' });
    const refused = await company.send('POST /v1/validate', { body: formOf({ file: ublInvoice() }) });
    expect(refused).toMatchObject({ status: 401 });
  });
});
