import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.js';

/** Milliseconds of the processor, the least of three tries. */
function cost(text: string): number {
  const bytes = Buffer.from(text);
  return Math.min(
    ...[1, 2, 3].map(() => {
      const { user } = process.cpuUsage();
      readDocument(bytes);
      return (process.cpuUsage().user - user) / 1000;
    }),
  );
}

describe('readDocument', () => {
  it('finds type, number and parties by local names, ignoring comments and namespaces', () => {
    const text = `\uFEFF<?xml version="1.0"?>\n<!-- <Order><ID>no</ID> --><o:Order xmlns:o="urn:o">
      <ID/><c:ID schemeID="x"> 17 &amp; 18 </c:ID><ProfileID
      >urn:p</ProfileID><CustomizationID>urn:peppol:x</CustomizationID>
      <BuyerCustomerParty><Party><EndpointID>none</EndpointID><EndpointID a="1" schemeID = '0216'> 123 </EndpointID>
      <PartyName><Name>Buyer</Name></PartyName><Country><IdentificationCode>FI</IdentificationCode></Country></Party>
      </BuyerCustomerParty></o:Order>`;
    expect(readDocument(Buffer.from(text))).toEqual({
      type: 'ORDER',
      number: '17 & 18',
      format: 'PEPPOLBIS30',
      documentIdentifier: 'urn:peppol:x',
      processIdentifier: 'urn:p',
      sender: { eia: '0216:123', name: 'Buyer', country: 'FI' },
      recipient: {},
    });
  });

  it.each(['', '%PDF-1.4', '<', '<!-- <a> ', '{"a": "<b>"}'])('does not recognize %j', (text) => {
    expect(readDocument(Buffer.from(text))).toEqual({ format: 'UNKNOWN', sender: {}, recipient: {} });
  });

  it.each([
    ['<Order><ID>', ' '],
    ['<Order><BuyerCustomerParty>', '<EndpointID schemeID'],
    ['<Order>', '<BuyerCustomerParty>'],
    ['<Order', ' schemeID="'],
    ['', '<!--'],
    ['', '<?'],
    ['<Order>', '<EndpointID schemeID = "'],
    ['<Order>', '&amp'],
  ])('takes linear time for %j followed by many %j', (begin, piece) => {
    const of = (length: number) => cost(begin + piece.repeat(Math.ceil(length / piece.length)));
    expect(of(200_000)).toBeLessThan(40 * Math.max(2, of(20_000)));
  });
});
