import { joinPointer } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import { isNumber } from '../members/numbers.js';
import type { InferenceRule } from '../rule.js';

/** Members of a bill, and those of what it bills. */
const pairs: readonly (readonly [own: RegExp, other: RegExp])[] = [
  [/^(?:amount|total|totalamount|amountdue)$/, /^(?:total|totalamount|grandtotal)$/],
  [/^(?:vat|vatamount|tax|taxamount)$/, /^(?:vat|vatamount|tax|taxamount)$/],
  [/^currency$/, /^currency$/],
];

/** Infers the amounts of demo bills, such as invoices that only a list shows. */
export const billedAmounts: InferenceRule = {
  id: 'billed-amounts',
  says: 'A generated record that no request creates and that refers to one record with a total has its total, its tax and its currency.',
  *infer({ plan: { resources, schemas }, model }) {
    for (const { name, kept, single, schema } of resources.values()) {
      if (kept || single) continue;
      const members = Object.entries(model.resources?.[name]?.members ?? {});
      const billed = members.flatMap(([member, { refersTo }]) => {
        const target = [...resources.values()].find((each) => each.name === refersTo);
        const { properties } = schemas.chosen(target?.schema);
        const total = [...properties].find(
          ([each, property]) => pairs[0]?.[1].test(normalizeName(each)) === true && isNumber(schemas, property),
        );
        return total === undefined || !/^[A-Za-z_]\w*$/.test(member) ? [] : [{ member, refersTo, properties }];
      });
      const [only, another] = billed;
      if (only === undefined || another !== undefined) continue;
      for (const own of schemas.chosen(schema).properties.keys()) {
        const pair = pairs.find(([mine]) => mine.test(normalizeName(own)));
        const other = [...only.properties.keys()].find((each) => pair?.[1].test(normalizeName(each)) === true);
        if (other === undefined || !/^[A-Za-z_]\w*$/.test(other)) continue;
        const value = `=find(${JSON.stringify(only.refersTo)}, self.${only.member}).${other}`;
        yield {
          at: joinPointer('/seeds', name, 'set', own),
          value,
          reason: { says: `${own} of ${name}, ${other} of ${only.refersTo}` },
        };
      }
    }
  },
};
