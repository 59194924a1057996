/** Words of a description before what is counted. */
export const saysNumberOf = /^(?:the )?(?:total )?(?:number|count) of (?:(?:all|its|the|their) )?(?:(?:\w+'s) )?/i;

export const saysHowMany = /^how many /i;

/** Words of a description before what is added up. */
export const saysSumOf = /^(?:the )?(?:sum|total) of (?:the )?/i;

/** Words of a name that counts. */
export const countNames: ReadonlySet<string> = new Set(['count', 'counts', 'total', 'num', 'number', 'n']);

/** Members that can be the only amount of a record. */
export const amountNames = /^(?:amount|total|price|value|sum|cost|balance|net|gross)/i;
