/** Names of members of line items and of the record that contains them, without case and separators. */
export const quantities = ['quantity', 'qty'];
export const prices = ['unitprice', 'unitamount', 'unitcost', 'priceperunit'];
export const percents = ['discountpercent', 'discountpercentage', 'discountpct'];
export const rates = ['vatrate', 'taxrate', 'vatpercent', 'taxpercent', 'vatpercentage', 'taxpercentage'];
/** Default VAT rate in percent if the country is unknown. */
export const defaultRate = 20;
export const taxes = ['vatamount', 'taxamount', 'vat', 'tax', 'vattotal', 'taxtotal', 'totaltax', 'totalvat'];
export const subtotals = ['subtotal', 'subtotalamount', 'nettotal', 'itemstotal', 'linestotal'];
export const totals = ['total', 'totalamount', 'grandtotal', 'ordertotal', 'totalprice', 'grosstotal'];

/** Names of the total amount of a record that charges for another record, such as an invoice for an order. */
export const amountsOfRecords = ['amount', 'amountdue', 'amounttotal', 'invoicetotal', ...totals];

/** Words for adjustments of an amount that member names do not show. */
export const others =
  /discount|rebate|tax|vat|fee|shipping|freight|surcharge|tip|deposit|credit|adjust|coupon|gratuity|handling|duty|net|gross/;

/** The price of a line item that has no total. */
export const pricesOfLines = ['amount', 'unitamount', 'price', 'unitprice'];

/** The totals of a new record with such line items. */
export const totalsOfLines =
  /^(?:sub)?total(?:amount|price|cost)?$|^amount(?:total|subtotal|due)$|^(?:order|grand)total$/;

/** Names of the amount of one line item. */
export const amountsOfLines: ReadonlySet<string> = new Set(
  'linetotal lineamount total totalamount amount subtotal totalprice lineprice linesubtotal itemtotal'.split(' '),
);

const toPay =
  '(?:left(?: to (?:pay|be paid))?|open|outstanding|unpaid|due|owed|payable|to (?:pay|be paid)|not (?:been )?paid)';
const amongThings = '(?: (?:on|over|of|for|across|from|in) (?:all )?(?<among>.+?)(?: (?:together|combined))?)?';
/** Phrases for an unpaid amount, such as "left to pay on all bills". */
export const unpaid: readonly RegExp[] = [
  new RegExp(
    `^(?:what|how much|(?:the )?(?:amount|sum|money))(?: (?:that|is|are|has|remains|still))* ${toPay}${amongThings}$`,
  ),
  new RegExp(
    `^(?:what|how much|(?:the )?(?:amount|sum|money))(?: that)? (?:it|they|(?:the |this )?[a-z]+) (?:still )?(?:owes?|has to pay|have to pay)(?: us)?${amongThings}$`,
  ),
  new RegExp(
    `^(?:the )?(?:part|portion|share|rest) of (?:the |its )?[a-z]+(?: (?:that|which|is|are|has|was|remains|still))* ${toPay}${amongThings}$`,
  ),
  new RegExp(`^(?:remains |still )?left to (?:pay|be paid)${amongThings}$`),
  new RegExp(`^(?:the )?(?:open|outstanding|unpaid|remaining) (?:amount|sum|balance|total)s?${amongThings}$`),
];
/** Paid amounts across several records: "what the guest paid on all bookings". */
export const spent = new RegExp(
  `^(?:what|how much|everything|all|(?:the )?(?:amount|money|total)s?)(?: that)? (?:it|they|(?:the |this |an? )?(?<who>[a-z]+)) (?:has |have )?(?:already )?(?:paid|spent|settled)${amongThings}$`,
);
export const openAmounts =
  /^(?:outstanding|open|due|unpaid|remaining|balance)(?:amount|balance|total)?$|^(?:amount|balance)(?:due|open|outstanding)$|^lefttopay$/;
export const wholeAmounts = /^(?:grand|gross)?total(?:amount)?$|^gross(?:amount)?$|^amount$/;
/** Matches "what has been paid so far". */
export const saysPaid =
  /^(?:what|the amount that|everything that) (?:has been|was|is) (?:already )?paid(?: (?:so far|already|until now))?$|^(?:the )?(?:payments(?: made)?|paid amount|amount paid)(?: so far)?$/;
export const paidAmounts = /^(?:amount|total)?paid(?:amount)?$/;

/** Last words of resources with an amount to pay, and of the resources they charge for. */
export const billWords: ReadonlySet<string> = new Set(['invoice', 'bill']);
export const billedWords: ReadonlySet<string> = new Set(
  'order quote booking estimate rental trip purchase reservation appointment'.split(' '),
);
/** The state of a paid bill. */
export const paidState = /^(?:fully[-_ ]?)?paid$/i;

/** Names of amounts in demo data: net, tax and gross. */
export const netAmounts = [
  ...subtotals,
  ...'net netamount totalnet amountnet netprice netvalue untaxedamount totalexcludingtax totalbeforetax'.split(' '),
];
export const taxAmounts = [...taxes, ...'taxes vatvalue totaltaxamount'.split(' ')];
export const grossAmounts = [
  ...totals,
  ...'gross grossamount totalgross amountgross grossprice totalincludingtax totalwithtax invoicetotal'.split(' '),
];

/** Names of the unit price of a line item in demo data. */
export const pricesOfDemoLines = [...prices, 'netunitamount', 'unitnetprice', 'netunitprice', ...pricesOfLines];
/** Lists whose amounts add up to the amount of the record. */
export const linesOfAmounts = /(?:lines?|items?|entries|positions|rows|charges)$/;
/** Nested objects with the totals of a record. */
export const partsWithTotals = /^(?:totals?|summary|amounts?|pricing|balance|totalsummary|pricesummary)$/;
/** Names of paid and of remaining amounts. */
export const paidParts = 'paid amountpaid paidamount totalpaid paidtotal'.split(' ');
export const openParts =
  'due amountdue totaldue balance balancedue remaining amountremaining remainingamount outstanding outstandingamount openamount'.split(
    ' ',
  );
