import type { AttributeRequirement, JobAttribute } from '../model/job.js';
import type { JsonField } from './field.js';

/** Reads the attributes of an employee or a shift: `[{id, values}]`. Returns an empty list if they are absent. */
export function readAttributes(field: JsonField): JobAttribute[] {
  return field.items().map((item) => ({ id: item.at('id').string(), values: item.at('values').strings() }));
}

/** Reads an attribute with values and `matchType` (default ANY). `category` is an alias of `id`. */
export function readAttributeFilter(item: JsonField): Omit<AttributeRequirement, 'min'> {
  const id = item.at(item.at('id').absent ? 'category' : 'id').string();
  return { id, values: item.at('values').strings(), matchType: item.at('matchType').oneOf(['ANY', 'NONE', 'ALL']) };
}
