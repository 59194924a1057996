/** Sentences in the description of a tool library, by location. */
export interface RentalSentences {
  /** The operation that rents a tool. */
  readonly rent?: string;
  readonly rented?: string;
  readonly refused?: string;
  readonly invalid?: string;
  /** The operation that returns a tool. */
  readonly giveBack?: string;
  readonly givenBack?: string;
  readonly notGivenBack?: string;
  /** Members, such as `rentals.dueOn`. */
  readonly members?: Readonly<Record<string, string>>;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const text = { type: 'string' };
const whole = { type: 'integer', readOnly: true };
const error = { type: 'object', properties: { code: text, message: text } };
const own = (name: string) => ({ name, in: 'path', required: true, schema: text });

/** Describes a tool library with the given sentences. */
export function describeRentals(said: RentalSentences): object {
  const describe = (kind: string, properties: Record<string, object>) => ({
    type: 'object',
    required: Object.keys(properties),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const description = said.members?.[`${kind}.${name}`];
        return [name, description === undefined ? schema : { ...schema, description }];
      }),
    ),
  });
  const schemas = {
    Tool: describe('tools', {
      id: { ...text, readOnly: true },
      name: text,
      pricePerDay: { type: 'integer' },
      status: { enum: ['available', 'rented', 'broken'], default: 'available' },
    }),
    Member: describe('members', {
      id: { ...text, readOnly: true },
      name: text,
      blocked: { type: 'boolean', default: false },
      openRentals: whole,
      charges: whole,
    }),
    Rental: describe('rentals', {
      id: { ...text, readOnly: true },
      toolId: text,
      memberId: text,
      days: { type: 'integer', default: 7 },
      status: { enum: ['open', 'late', 'closed'], readOnly: true },
      price: whole,
      dailyPrice: whole,
      extensions: whole,
      startedOn: { type: 'string', format: 'date' },
      dueOn: { type: 'string', format: 'date', readOnly: true },
      closedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
      remark: { type: ['string', 'null'], readOnly: true },
    }),
    Report: describe('reports', {
      id: { ...text, readOnly: true },
      rentalId: text,
      toolId: text,
      reason: { enum: ['damage', 'late'] },
      status: { enum: ['open', 'closed'] },
    }),
  };
  const shown = (name: string, status = '200', description = 'It') => ({
    [status]: { description, content: json({ $ref: `#/components/schemas/${name}` }) },
  });
  const refused = (status: string, description: string | undefined) =>
    description === undefined ? {} : { [status]: { description, content: json(error) } };
  const collection = (name: string, kind: string, more: object = {}) => ({
    [`/${name}`]: {
      get: {
        operationId: `list_${name}`,
        responses: {
          '200': {
            description: 'All',
            content: json({ type: 'array', items: { $ref: `#/components/schemas/${kind}` } }),
          },
        },
      },
      post: {
        operationId: `create_${name}`,
        requestBody: { content: json({ $ref: `#/components/schemas/${kind}Input` }) },
        responses: shown(kind, '201'),
        ...more,
      },
    },
    [`/${name}/{id}`]: {
      parameters: [own('id')],
      get: { operationId: `get_${name}`, responses: { ...shown(kind), '404': { description: 'None' } } },
    },
  });
  const input = (properties: readonly string[], kind: keyof typeof schemas) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(schemas[kind].properties).filter(([name]) => properties.includes(name)),
    ),
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Tool library', version: '1' },
    paths: {
      ...collection('tools', 'Tool'),
      ...collection('members', 'Member'),
      ...collection('reports', 'Report'),
      ...collection('rentals', 'Rental', {
        description: said.rent ?? 'Rents a tool.',
        responses: {
          ...shown('Rental', '201', said.rented ?? 'The rental'),
          ...refused('409', said.refused),
          ...refused('422', said.invalid),
        },
      }),
      '/rentals/{id}/close': {
        parameters: [own('id')],
        post: {
          operationId: 'close_rental',
          description: said.giveBack ?? 'Takes the tool back.',
          requestBody: {
            content: json({
              type: 'object',
              properties: { note: { ...text, description: said.members?.['close.note'] ?? '' } },
            }),
          },
          responses: {
            ...shown('Rental', '200', said.givenBack ?? 'The rental'),
            ...refused('409', said.notGivenBack),
          },
        },
      },
      '/rentals/{id}/extend': {
        parameters: [own('id')],
        post: {
          operationId: 'extend_rental',
          description: said.members?.['extend'] ?? '',
          responses: { ...shown('Rental'), ...refused('409', said.members?.['extend.refused']) },
        },
      },
    },
    components: {
      schemas: {
        ...schemas,
        ToolInput: input(['name', 'status', 'pricePerDay'], 'Tool'),
        MemberInput: input(['name', 'blocked'], 'Member'),
        RentalInput: input(['toolId', 'memberId', 'days', 'startedOn'], 'Rental'),
        ReportInput: input(['rentalId', 'toolId', 'reason'], 'Report'),
      },
    },
  };
}
