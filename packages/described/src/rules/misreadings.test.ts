import { expect, it } from 'vitest';
import { type ClubCollection, describeClub } from '../testing/describe-club.js';
import { describeText } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const json = (schema: object) => ({ 'application/json': { schema } });

/** The model of a description, without what holds for each one. */
async function modelOf(collections: Readonly<Record<string, ClubCollection>>, more = {}) {
  const { writeModel } = await describeText('club', describeClub(collections, more));
  return writeModel().full;
}

it('reads no rule from a code example', async () => {
  const creation = 'Adds a boat.\n\n```json\n{ "message": "A boat with this name already exists." }\n```';
  const onCreate = { 409: 'Taken' };
  const { resources } = await modelOf({ boats: { properties: { name: text }, creation, onCreate } });
  expect(resources?.['boats']?.unique).toBeUndefined();
});

it.each(['parentBoat', 'parent_boat_id'])(
  'does not copy the tempo from %s, because each boat has its own tempo',
  async (reference) => {
    const properties = {
      [reference]: { ...text, description: 'The identifier of the other boat' },
      tempo: { ...whole, description: 'The tempo of the boat (in knots)' },
    };
    const { resources } = await modelOf({ boats: { properties, readOnly: ['tempo'] } });
    expect(resources?.['boats']?.members).toMatchObject({ [reference]: { refersTo: 'boats' } });
    expect(resources?.['boats']?.members?.['tempo']).toBeUndefined();
  },
);

it('does not read "Count of all results" as a count of RendersListResults records', async () => {
  const found = { type: 'object', properties: { total_count: { ...whole, description: 'Count of all results' } } };
  const content = json(found);
  const best = { get: { operationId: 'best', responses: { 200: { description: 'Found', content } } } };
  const description = JSON.stringify(describeClub({ renders: { properties: { name: text } } }, { '/best': best }));
  const renamed: object = JSON.parse(
    description
      .replaceAll('#/components/schemas/renders', '#/components/schemas/RendersListResults')
      .replace('"renders":{', '"RendersListResults":{'),
  );
  const { operations } = (await describeText('club', renamed)).writeModel().full;
  expect(operations?.['best']?.answer).toBe('described');
});

it('does not subtract a number from a list', async () => {
  const field = {
    type: 'object',
    properties: { id: whole, form_field_set_id: { ...whole, description: 'Form field set id' } },
  };
  const properties = { name: text, form_fields: { type: 'array', items: field } };
  const { resources } = await modelOf({ sets: { properties, readOnly: ['form_fields'] } });
  expect(resources?.['sets']?.members?.['form_fields[].form_field_set_id']).toBeUndefined();
});

it('creates no record for a sentence that only mentions a possibility', async () => {
  const creation =
    'Adds a template. This is an easy way to sort boats without having to open a boat to see who has it.';
  const { operations } = await modelOf({
    boats: { properties: { name: text, templateId: text } },
    templates: { properties: { name: text }, creation },
  });
  expect(operations?.['create-templates']?.then).toBeUndefined();
});

it.each(['visibility', 'verification_method'])('does not treat %s as the state of a record', async (member) => {
  const listed = { type: 'string', enum: ['public', 'private', 'direct'] };
  const { resources } = await modelOf(
    { boats: { properties: { name: text, [member]: listed }, readOnly: [member] } },
    {
      '/boats/{id}/share': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        post: {
          operationId: 'shareBoat',
          requestBody: { content: json({ type: 'object', properties: { [member]: listed } }) },
          responses: { 200: { description: 'Shared', content: json({ $ref: '#/components/schemas/boats' }) } },
        },
      },
    },
  );
  expect(resources?.['boats']?.lifecycle).toBeUndefined();
});

it.each([
  'Parameters `harbour` and `sails` only apply to racing boats.',
  'The `harbour` field is only used for racing boats.',
  'The option `harbour` applies only to `RACING` boats.',
])('requires nothing of a request because of "%s"', async (sentence) => {
  const properties = { type: { ...text, enum: ['RACING', 'ROWING'] }, harbour: text, sails: whole };
  const onCreate = { 422: 'Unprocessable' };
  const { operations } = await modelOf({
    boats: { properties, creation: `Create a new rowing or racing boat. ${sentence}`, onCreate },
  });
  expect(operations?.['create-boats']?.needs).toBeUndefined();
});
