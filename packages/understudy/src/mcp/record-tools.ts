import { membersOf } from '@understudy/contract';
import type { RecordPatch } from '../control/record-collection.js';
import {
  createArgumentsSchema,
  limitArgument,
  type McpTool,
  readTextArgument,
  sandboxArgument,
  type ToolContext,
  ToolError,
  type ToolInput,
} from './tool.js';

const place = {
  api: { type: 'string', description: 'The name of an API, such as inventory.' },
  collection: { type: 'string', description: 'A collection from read_records.' },
  clientId: {
    type: 'string',
    description: 'The client that owns the record. Pass it together with tenantId; read_records returns both.',
  },
  tenantId: { type: 'string', description: 'The tenant that owns the record.' },
};
const entry = { type: 'integer', minimum: 1 };
const snapshot = { type: 'string', minLength: 1 };

export const recordTools: readonly McpTool[] = [
  {
    name: 'read_records',
    description:
      'Reads stored records of a collection. Without api and collection, lists the collections with their owners and first keys.',
    input: createArgumentsSchema({
      ...place,
      where: { type: 'string', description: "A JSONPath filter, such as @.status == 'PENDING'." },
      sort: { type: 'string', description: 'A member to sort by, such as -facts.date for descending order.' },
      after: { type: 'string', description: 'The key of the last record of the previous page.' },
      limit: limitArgument,
      sandbox: sandboxArgument,
    }),
    readOnly: true,
    run: async (input, context) => {
      const control = context.control(String(input['sandbox']));
      if (input['collection'] === undefined) return { collections: await control.collections() };
      const query = ['where', 'sort', 'after', 'limit'].map((name) => [name, input[name]] as const);
      return { records: await collectionOf(input, context).list(Object.fromEntries(query)) };
    },
  },
  {
    name: 'edit_record',
    description:
      'Creates, replaces, changes or deletes one stored record, which must match the schema of its collection. Sends no webhook and starts no timer; returns the pending timers that refer to it. Revert with undo_edit.',
    input: createArgumentsSchema(
      {
        ...place,
        action: { enum: ['create', 'replace', 'change', 'delete'], description: 'What to do with the record.' },
        key: { type: 'string', minLength: 1, description: 'The key of the record. Optional for create.' },
        value: {
          type: 'object',
          description: 'The record; for change, only the members to change (null deletes a member).',
        },
        sandbox: sandboxArgument,
      },
      ['api', 'collection', 'action'],
    ),
    readOnly: false,
    run: async (input, context) => {
      const records = collectionOf(input, context);
      const { action } = input;
      const value = membersOf(input['value']);
      const key = readTextArgument(input, 'key');
      if (action === 'create') return await records.create(value, key === undefined ? {} : { key });
      if (key === undefined) throw new ToolError(`edit_record requires the key of the record to ${action}`);
      if (action === 'delete') return await records.delete(key);
      return action === 'replace'
        ? await records.put(key, value)
        : await records.update(key, value as RecordPatch<typeof value>);
    },
  },
  {
    name: 'list_changes',
    description:
      'Lists the records that differ: since the sandbox was created, reset or seeded, or between two snapshots or two journal entries.',
    input: createArgumentsSchema({
      fromSnapshot: { ...snapshot, description: 'The snapshot to compare from.' },
      toSnapshot: { ...snapshot, description: 'The snapshot to compare to. Default: the current state.' },
      fromEntry: { ...entry, description: 'Compare from the state before this journal entry.' },
      toEntry: { ...entry, description: 'Compare to the state before this journal entry.' },
      limit: limitArgument,
      sandbox: sandboxArgument,
    }),
    readOnly: true,
    output: { changes: 'array' },
    run: async ({ sandbox: name, ...query }, { control }) => ({ changes: await control(String(name)).changes(query) }),
  },
  {
    name: 'undo_edit',
    description:
      'Restores the state before a journal entry, by default before the latest edit of a record. Also reverts all later changes.',
    input: createArgumentsSchema({ before: { ...entry, description: 'A journal entry.' }, sandbox: sandboxArgument }),
    readOnly: false,
    run: async ({ before, sandbox: name }, { control }) =>
      await control(String(name)).undo(before === undefined ? undefined : Number(before)),
  },
];

function collectionOf(input: ToolInput, { control }: ToolContext) {
  const [clientId, tenantId] = [readTextArgument(input, 'clientId'), readTextArgument(input, 'tenantId')];
  const owner = clientId === undefined || tenantId === undefined ? undefined : { clientId, tenantId };
  return control(String(input['sandbox'])).collection(String(input['api']), String(input['collection']), owner);
}
