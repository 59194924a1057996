import { fileURLToPath } from 'node:url';
import { isObject, loadYaml } from '@understudy/contract';
import { modelSchema, readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';

const folder = fileURLToPath(new URL('../../../model/schemas/', import.meta.url));
const rental = fileURLToPath(new URL('../testing/rental.yaml', import.meta.url));
const models = await loadYaml(`${folder}model.examples.yaml`);
const named = Object.entries(isObject(models) ? models : {});

it.each(named)('the reference shows lines about %s that an API takes', async (_name, model) => {
  const { writeModel } = await describeApi(rental, { model: readModel(model) });
  expect(writeModel().full).toMatchObject({ understudy: 1 });
});

/** A part of the JSON Schema of the form. */
interface Part {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: boolean | Part;
  readonly items?: Part;
  readonly oneOf?: readonly Part[];
}

const parts: Readonly<Record<string, Part>> = JSON.parse(JSON.stringify(modelSchema.$defs));

/** Notes which members of the form a value has. */
function note(found: Set<unknown>, part: Part, value: unknown): void {
  const named = parts[part.$ref?.replace('#/$defs/', '') ?? ''];
  if (named !== undefined) note(found, named, value);
  for (const each of part.oneOf ?? []) note(found, each, value);
  if (Array.isArray(value) && part.items !== undefined) for (const item of value) note(found, part.items, item);
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const own =
      part.properties?.[name] ?? (isObject(part.additionalProperties) ? part.additionalProperties : undefined);
    if (own === undefined) continue;
    found.add(own);
    note(found, own, inner);
  }
}

it('each member of the form has an example', () => {
  const found = new Set<unknown>();
  for (const [, model] of named) note(found, { $ref: '#/$defs/BehaviorModel' }, model);
  const without = Object.entries(parts).flatMap(([name, part]) =>
    [part, ...(part.oneOf ?? [])].flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([member, inner]) => (found.has(inner) ? [] : [`${name}.${member}`])),
    ),
  );
  expect(without).toEqual([]);
});
