/** Sentences in the description of a sawmill, by location. */
export interface SawmillSentences {
  /** Members, such as `stacks.planned`. */
  readonly members?: Readonly<Record<string, string>>;
  /** Operations and their error responses, such as `addStack` and `addStack 409`. */
  readonly operations?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
}

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer' };
const read = (schema: Schema): Schema => ({ ...schema, readOnly: true });
const instant: Schema = { type: ['string', 'null'], format: 'date-time', readOnly: true };

/** Describes a sawmill with the given sentences. */
export function describeSawmill({ members = {}, operations = {}, parameters = {} }: SawmillSentences): object {
  const own = (name: string) => ({ name, in: 'path', required: true, schema: text });
  const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const kind = (name: string, properties: Readonly<Record<string, Schema>>) => ({
    type: 'object',
    required: Object.keys(properties),
    properties: Object.fromEntries(
      Object.entries(properties).map(([member, schema]) => {
        const description = members[`${name}.${member}`];
        return [member, description === undefined ? schema : { ...schema, description }];
      }),
    ),
  });
  const operation = (operationId: string, [status, answer]: readonly [number, Schema?], body?: Schema) => ({
    operationId,
    ...(operations[operationId] === undefined ? {} : { description: operations[operationId] }),
    ...(body === undefined ? {} : { requestBody: { required: true, ...json(body) } }),
    responses: {
      [status]: { description: 'It', ...(answer === undefined ? {} : json(answer)) },
      404: { description: 'Not found' },
      ...Object.fromEntries(
        ['402', '409', '422'].flatMap((each) => {
          const description = operations[`${operationId} ${each}`];
          return description === undefined ? [] : [[each, { description, ...json(ref('Error')) }]];
        }),
      ),
    },
  });
  const list = (operationId: string, name: string) =>
    operation(operationId, [200, { type: 'array', items: ref(name) }]);
  const body = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []) => ({
    type: 'object',
    required: [...required],
    properties,
  });
  const lines = (item: Readonly<Record<string, Schema>>) => ({ type: 'array', items: body(item, Object.keys(item)) });
  const trade = { enum: ['foreman', 'sawyer'] };
  const id = read(text);
  return {
    openapi: '3.1.0',
    info: { title: 'Sawmill', version: '1' },
    components: {
      schemas: {
        Error: body({ code: text, message: text }),
        Yard: kind('yards', { id, number: text, capacity: whole, hours: lines({ day: text, opens: text }) }),
        Stack: kind('stacks', { id, yardId: id, capacity: whole, most: whole, planned: read(whole) }),
        Delivery: kind('deliveries', {
          ...{ id, yardId: text, status: read({ enum: ['planned', 'loaded', 'cancelled'] }), loadedAt: instant },
          ...{ leavesOn: { type: 'string', format: 'date' }, items: lines({ stackId: text, quantity: whole }) },
        }),
        Tag: kind('tags', { id, deliveryId: text, stackId: text }),
        Contract: kind('contracts', {
          ...{ id, yardId: text, validFrom: { type: 'string', format: 'date-time' } },
          ...{ validUntil: { type: ['string', 'null'], format: 'date-time' } },
        }),
        Saw: kind('saws', { id, yardId: text, status: read({ enum: ['idle', 'running', 'broken'] }) }),
        Cut: kind('cuts', {
          ...{ id, sawId: text, yardId: id, contractId: id, wood: { enum: ['oak', 'pine'] }, length: whole },
          ...{ price: read(whole), startedAt: read({ type: 'string', format: 'date-time' }) },
          status: read({ enum: ['started', 'finished'] }),
        }),
        Worker: kind('workers', { id, name: text, trade }),
        Fault: kind('faults', { id, severity: { enum: ['info', 'warning', 'critical'] } }),
      },
    },
    paths: {
      '/yards': {
        get: list('listYards', 'Yard'),
        post: operation(
          'addYard',
          [201, ref('Yard')],
          body({ number: text, capacity: whole, hours: lines({ day: text, opens: text }) }),
        ),
      },
      '/yards/{yardId}': {
        parameters: [own('yardId')],
        get: operation('getYard', [200, ref('Yard')]),
        patch: operation(
          'changeYard',
          [200, ref('Yard')],
          body({ number: text, hours: lines({ day: text, opens: text }) }),
        ),
      },
      '/yards/{yardId}/stacks': {
        parameters: [own('yardId')],
        get: list('listStacks', 'Stack'),
        post: operation('addStack', [201, ref('Stack')], body({ capacity: whole, most: whole })),
      },
      '/deliveries': {
        get: list('listDeliveries', 'Delivery'),
        post: operation(
          'planDelivery',
          [201, ref('Delivery')],
          body({
            yardId: text,
            leavesOn: { type: 'string', format: 'date' },
            items: lines({ stackId: text, quantity: whole }),
          }),
        ),
      },
      '/deliveries/{id}': { parameters: [own('id')], get: operation('getDelivery', [200, ref('Delivery')]) },
      '/deliveries/{id}/load': {
        parameters: [own('id')],
        post: operation('loadDelivery', [200, ref('Delivery')], body({ cardToken: text })),
      },
      '/deliveries/{id}/tags': { parameters: [own('id')], get: list('listTags', 'Tag') },
      '/tags/{id}': { parameters: [own('id')], get: operation('getTag', [200, ref('Tag')]) },
      '/contracts': {
        post: operation(
          'addContract',
          [201, ref('Contract')],
          body({
            yardId: text,
            validFrom: { type: 'string', format: 'date-time' },
            validUntil: { type: ['string', 'null'], format: 'date-time' },
          }),
        ),
        get: list('listContracts', 'Contract'),
      },
      '/saws': { get: list('listSaws', 'Saw'), post: operation('addSaw', [201, ref('Saw')], body({ yardId: text })) },
      '/saws/{id}': { parameters: [own('id')], get: operation('getSaw', [200, ref('Saw')]) },
      '/cuts': {
        get: list('listCuts', 'Cut'),
        post: operation(
          'startCut',
          [201, ref('Cut')],
          body({ sawId: text, wood: { enum: ['oak', 'pine'] }, length: whole }),
        ),
      },
      '/cuts/{id}/finish': { parameters: [own('id')], post: operation('finishCut', [200, ref('Cut')]) },
      '/workers': {
        get: list('listWorkers', 'Worker'),
        post: operation('hire', [201, ref('Worker')], body({ name: text, trade })),
      },
      '/workers/{id}': {
        parameters: [own('id')],
        patch: operation('changeWorker', [200, ref('Worker')], body({ name: text, trade })),
      },
      '/faults': {
        get: {
          ...list('listFaults', 'Fault'),
          parameters: [
            {
              name: 'from_severity',
              in: 'query',
              description: parameters['severity'],
              schema: { enum: ['info', 'warning', 'critical'] },
            },
          ],
        },
        post: operation(
          'reportFault',
          [201, ref('Fault')],
          body({ severity: { enum: ['info', 'warning', 'critical'] } }),
        ),
      },
    },
  };
}
