type Schema = Readonly<Record<string, unknown>>;
type Operation = Readonly<Record<string, unknown>>;

/** The variable parts of a charter description. */
export interface Charter {
  /** Descriptions of operations: `retire`, `refuel`, `approve`, `cancel`, `finish`, `createTrip`, `deleteBoat`, … */
  readonly says?: Readonly<Record<string, string>>;
  /** Additional members. */
  readonly boat?: Schema;
  readonly trip?: Schema;
  readonly entry?: Schema;
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const readOnly = (schema: Schema) => ({ ...schema, readOnly: true });
const orNull = (schema: Schema) => ({ ...schema, nullable: true, readOnly: true });
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Schema, required: readonly string[] = []) => ({ type: 'object', required, properties });
const error = { description: 'Refused', ...json(object({ code: text, message: text }, ['code', 'message'])) };

/**
 * Describes boats, their trips and the entries of trips, each with a lifecycle. Accepts additional sentences about
 * them.
 */
export function describeCharter({ says = {}, boat = {}, trip = {}, entry = {} }: Charter): object {
  const sent = {
    Boat: object({ name: text, fuel: whole, reserve: whole, small: { type: 'boolean' } }, ['name']),
    Trip: object(
      { boat_id: text, guests: whole, legs_allowed: whole, ticket: text, day: { ...text, format: 'date' } },
      ['boat_id', 'guests'],
    ),
    Entry: object({ trip_id: text }, ['trip_id']),
  };
  const at = orNull({ ...text, format: 'date-time' });
  const states = (...values: readonly string[]) => readOnly({ ...text, enum: values });
  const shown = {
    Boat: { status: states('active', 'retired'), ...boat },
    Trip: {
      status: states('draft', 'open', 'on_hold', 'done', 'cancelled'),
      ...{ cancel_reason: orNull(text), approved_at: at, expires_at: at, ...trip },
    },
    Entry: { status: states('requested', 'finished', 'declined'), decline_reason: orNull(text), ...entry },
  };
  const key = { name: 'id', in: 'path', required: true, schema: text };
  const about = (operationId: string): Operation => ({ operationId, description: says[operationId] });
  const answer = (name: string) => ({
    200: { description: 'It', ...json(ref(name)) },
    404: error,
    409: error,
    422: error,
  });
  const collection = (path: string, name: keyof typeof sent) => ({
    [path]: {
      get: {
        ...about(`list${name}s`),
        responses: { 200: { description: 'All', ...json({ type: 'array', items: ref(name) }) } },
      },
      post: {
        ...about(`create${name}`),
        requestBody: { required: true, ...json(sent[name]) },
        responses: { 201: { description: 'Made', ...json(ref(name)) }, 409: error, 422: error },
      },
    },
    [`${path}/{id}`]: {
      parameters: [key],
      get: { ...about(`get${name}`), responses: answer(name) },
      delete: { ...about(`delete${name}`), responses: { 204: { description: 'Gone' }, 404: error, 409: error } },
    },
  });
  const action = (path: string, name: string, body?: Schema) => {
    const requestBody = body === undefined ? {} : { requestBody: { required: true, ...json(body) } };
    const id = path.split('/').at(-1) ?? '';
    return { [path]: { parameters: [key], post: { ...about(id), ...requestBody, responses: answer(name) } } };
  };
  return {
    openapi: '3.0.3',
    info: { title: 'Charter', version: '1' },
    paths: {
      ...collection('/boats', 'Boat'),
      ...collection('/trips', 'Trip'),
      ...collection('/entries', 'Entry'),
      ...action('/boats/{id}/retire', 'Boat'),
      ...action('/boats/{id}/refuel', 'Boat', object({ litres: whole }, ['litres'])),
      ...action('/trips/{id}/approve', 'Trip'),
      ...action('/trips/{id}/cancel', 'Trip', object({ reason: text }, ['reason'])),
      ...action('/entries/{id}/finish', 'Entry'),
    },
    components: {
      schemas: Object.fromEntries(
        Object.entries(shown).map(([name, members]) => [
          name,
          { allOf: [sent[name as keyof typeof sent], object({ id: readOnly(text), ...members }, ['id', 'status'])] },
        ]),
      ),
    },
  };
}
