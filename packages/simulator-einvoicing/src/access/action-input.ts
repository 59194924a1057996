export const nonEmptyText = { type: 'string', minLength: 1 } as const;

export const companyIdInput = {
  type: 'object',
  required: ['companyId'],
  properties: { companyId: nonEmptyText },
} as const;
