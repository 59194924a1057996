import { isObject } from '@understudy/contract';
import {
  type DescriptionNames,
  type FlatSchema,
  findSuccessBody,
  isSameSchema,
  listDescribedValues,
  type NewName,
  normalizeName,
  type OperationPlan,
  type Resource,
  remember,
  type SchemaReader,
  type Shape,
} from '@understudy/model';
import { completeExample } from '../answer/complete-example.js';
import { chooseInitialState, type InitialState } from '../meaning/choose-initial-state.js';
import { hasFormat } from '../meaning/has-format.js';
import { toPhrase } from '../meaning/member.js';
import { isUnixTime } from '../meaning/time-values.js';
import type { ResourceCall } from './api-runtime.js';
import { readResourceExamples } from './resource-examples.js';

type Fields = Readonly<Record<string, unknown>>;

/** A member of a new record, as described. */
export interface NewMember {
  readonly name: string;
  readonly plain: string;
  /** The meaning of the member's name. */
  readonly means: NewName;
  readonly flat: FlatSchema;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly writable: boolean;
  readonly request: FlatSchema | undefined;
  /** The value stating that the record was created by an API request. */
  readonly origin: unknown;
  /** The initial state, if the member is a state. */
  readonly initial: InitialState | undefined;
  readonly shown: unknown;
  readonly isShown: boolean;
  readonly isInstant: boolean;
  /** The members of an object member. */
  readonly inside: readonly NewMember[];
}

const known = new WeakMap<OperationPlan, WeakMap<Resource, ReturnType<typeof readNewMembers>>>();

/** The members of a new record, and those that only the creation response has. Cached. */
export function findNewMembers(call: ResourceCall): ReturnType<typeof readNewMembers> {
  const ofPlan = remember(known, call.plan, () => new WeakMap());
  return remember(ofPlan, call.resource, () => readNewMembers(call));
}

function readNewMembers({ served, schemas, resource, plan }: ResourceCall) {
  const { entity: example } = readResourceExamples(served, resource);
  const answer = schemas.shape(findSuccessBody(plan)?.schema).at(plan.wrapped.join('.'));
  const writable = new Map([...resource.writable].filter(([name]) => resource.refused?.has(name) !== true));
  const read = (shape: Shape) => describeMembers(schemas, shape, { example, writable });
  const isOther = answer !== undefined && !isSameSchema(schemas, answer.schema, resource.schema);
  return { record: read(schemas.shape(resource.schema)), answer: isOther ? read(answer) : [] };
}

interface Surroundings {
  readonly example: Fields;
  readonly writable: ReadonlyMap<string, unknown>;
}

function describeMembers(
  schemas: SchemaReader,
  { members, flat: holder }: Shape,
  { example, writable }: Surroundings,
): readonly NewMember[] {
  const { names } = schemas;
  return [...members].flatMap(([name, shape]): NewMember[] => {
    const { flat } = shape;
    if (flat.keywords['writeOnly'] === true) return [];
    const [given = example[name]] = Array.isArray(flat.keywords['examples']) ? flat.keywords['examples'] : [];
    const shown = hasFormat(flat.keywords, given) ? completeExample(schemas, given, shape.schema) : undefined;
    const inner = () => describeMembers(schemas, shape, { example: isObject(shown) ? shown : {}, writable: new Map() });
    let inside: readonly NewMember[] | undefined;
    return [
      {
        name,
        plain: normalizeName(name),
        means: names.get(name)?.added ?? {},
        flat,
        nullable: shape.whole.nullable || flat.nullable,
        required: holder.required.has(name),
        writable: writable.has(name),
        request: writable.has(name) ? shape.of(writable.get(name)).flat : undefined,
        origin: writable.has(name) ? undefined : originOf(names, name, flat),
        initial: initialOf(names, name, { flat, writable }),
        shown,
        isShown: shown !== undefined,
        isInstant: isInstant(name, flat, names.get(name)?.added),
        get inside() {
          inside ??= inner();
          return inside;
        },
      },
    ];
  });
}

/** The initial state of a member that has no other source of values. */
function initialOf(
  names: DescriptionNames,
  name: string,
  { flat: { types, keywords }, writable }: Pick<Surroundings, 'writable'> & { readonly flat: FlatSchema },
): InitialState | undefined {
  if (names.get(name)?.added?.is !== 'state' || !types.includes('string')) return undefined;
  if (Array.isArray(keywords['enum'])) return chooseInitialState(keywords['enum'], writable.keys());
  const described = writable.has(name) ? [] : listDescribedValues(keywords['description']);
  return described.length > 1 ? chooseInitialState(described) : undefined;
}

/** True if a member is an instant or a date, by its format or its name. */
function isInstant(name: string, flat: FlatSchema, { instant: named }: NewName = {}): boolean {
  const { types, keywords } = flat;
  const { format } = keywords;
  const isNumber = types.includes('integer') || types.includes('number');
  if (!types.includes('string')) return isNumber && isUnixTime(flat, toPhrase(name));
  if (format === undefined) return named?.bare === true;
  return /^(date-time|unix-?time)/.test(String(format)) || named?.formatted === true;
}

function originOf(names: DescriptionNames, name: string, { keywords }: FlatSchema): unknown {
  const allowed: unknown = keywords['enum'];
  if (names.get(name)?.added?.is !== 'origin' || !Array.isArray(allowed)) return undefined;
  return allowed.find((each) => names.get(String(each))?.isApi === true);
}
