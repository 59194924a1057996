/** A non-empty text in the input of an action. */
export const nonEmptyText = { type: 'string', minLength: 1 } as const;

/** The input of an action on a company. */
export const companyIdInput = {
  type: 'object',
  required: ['companyId'],
  properties: { companyId: nonEmptyText },
} as const;
