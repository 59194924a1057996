/** Names of members of a line, and of the record around the lines, without case and separators. */
export const quantities = ['quantity', 'qty'];
export const prices = ['unitprice', 'unitamount', 'unitcost', 'priceperunit'];
export const percents = ['discountpercent', 'discountpercentage', 'discountpct'];
export const rates = ['vatrate', 'taxrate', 'vatpercent', 'taxpercent', 'vatpercentage', 'taxpercentage'];
export const taxes = ['vatamount', 'taxamount', 'vat', 'tax', 'vattotal', 'taxtotal', 'totaltax', 'totalvat'];
export const subtotals = ['subtotal', 'subtotalamount', 'nettotal', 'itemstotal', 'linestotal'];
export const totals = ['total', 'totalamount', 'grandtotal', 'ordertotal', 'totalprice', 'grosstotal'];

/** Names of the whole amount of a record about another one, such as an invoice of an order. */
export const amountsOfRecords = ['amount', 'amountdue', 'amounttotal', 'invoicetotal', ...totals];

/** What changes an amount in a way that names do not say. */
export const others =
  /discount|rebate|tax|vat|fee|shipping|freight|surcharge|tip|deposit|credit|adjust|coupon|gratuity|handling|duty|net|gross/;

/** The price of a line without a total of its own. */
export const pricesOfLines = ['amount', 'unitamount', 'price', 'unitprice'];

/** The totals of a new record with such lines. */
export const totalsOfLines =
  /^(?:sub)?total(?:amount|price|cost)?$|^amount(?:total|subtotal|due)$|^(?:order|grand)total$/;

/** Names of the amount of one line of a list. */
export const amountsOfLines: ReadonlySet<string> = new Set(
  'linetotal lineamount total totalamount amount subtotal totalprice lineprice linesubtotal itemtotal'.split(' '),
);
