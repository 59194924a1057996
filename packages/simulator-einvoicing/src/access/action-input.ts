/** A non-empty text in the input of an action. */
export const text = { type: 'string', minLength: 1 } as const;

/** The input of an action on a company. */
export const ofCompany = { type: 'object', required: ['companyId'], properties: { companyId: text } } as const;
