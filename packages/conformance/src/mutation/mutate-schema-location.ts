import type { JsonEdit } from './edit-json.js';
import type { SchemaLocation } from './list-schema-locations.js';
import type { WireDeviationKind } from './wire-deviation.js';

interface PlaceDeviation {
  readonly name: string;
  readonly kind: WireDeviationKind;
  readonly says: string;
  readonly path: readonly string[];
  readonly edit: JsonEdit;
}

/** Returns the deviations for a location, and the ones that the contract allows. */
export function mutateSchemaLocation(
  place: SchemaLocation,
  where: string,
): { deviations: PlaceDeviation[]; equivalent: { name: string; reason: string }[] } {
  const { path } = place;
  const deviations: PlaceDeviation[] = [];
  const equivalent: { name: string; reason: string }[] = [];
  const pointer = `/${path.join('/')}`;
  const last = path.at(-1);
  if (last !== undefined && last !== '*') {
    if (place.required) {
      const says = `${where} comes without ${pointer}`;
      deviations.push({ name: `${pointer} dropped`, kind: 'field-dropped', says, path, edit: { kind: 'remove' } });
    } else {
      equivalent.push({ name: `${pointer} dropped`, reason: 'The contract does not require the field.' });
    }
  }
  if (path.length === 0) return { deviations, equivalent };
  const other = otherType(place.types);
  if (other === undefined)
    equivalent.push({ name: `${pointer} retyped`, reason: 'The contract allows any type for this field.' });
  else {
    const says = `${where} has ${other.type} in ${pointer} instead of ${place.types.join(' or ')}`;
    const edit: JsonEdit = { kind: 'set', value: other.value };
    deviations.push({ name: `${pointer} as ${other.type}`, kind: 'type-changed', says, path, edit });
  }
  if (place.values?.some((value) => typeof value === 'string') === true) {
    const says = `${where} has a value in ${pointer} other than ${place.values.join(', ')}`;
    const edit: JsonEdit = { kind: 'set', value: `NOT_${String(place.values[0]).toUpperCase()}` };
    deviations.push({ name: `${pointer} outside its enumeration`, kind: 'enum-left', says, path, edit });
  }
  return { deviations, equivalent };
}

/** Returns a value of the type that is most likely to be confused. Returns undefined if all types are allowed. */
function otherType(types: readonly string[]): { type: string; value: unknown } | undefined {
  if (types.length === 0) return undefined;
  const number = { type: 'number', value: 7 };
  const text = { type: 'string', value: '7' };
  const order = types.includes('string')
    ? [number, { type: 'boolean', value: true }, { type: 'object', value: {} }]
    : types.includes('array')
      ? [{ type: 'object', value: {} }, text]
      : types.includes('object')
        ? [{ type: 'array', value: [] }, text]
        : [text, { type: 'object', value: {} }];
  return order.find(({ type }) => !types.includes(type) && !(type === 'number' && types.includes('integer')));
}
