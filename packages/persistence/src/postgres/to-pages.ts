import { parseJson, stringifyJson } from '@understudy/contract';
import { SerializedPage } from '@understudy/kernel/serving';

export interface StoredRow {
  readonly address: string;
  readonly partition: string;
  readonly collection: string;
  readonly key: string;
  readonly value: string;
}

/** Characters of the values of a page. */
const pageLength = 200_000;

/** Groups rows by collection, into pages of limited size because a page is parsed as a whole. */
export function toPages(rows: readonly Omit<StoredRow, 'address'>[]): SerializedPage[] {
  const groups: Omit<StoredRow, 'address'>[][] = [];
  const latest = new Map<string, { readonly group: Omit<StoredRow, 'address'>[]; length: number }>();
  for (const row of rows) {
    const address = stringifyJson([row.partition, row.collection]);
    let open = latest.get(address);
    if (open === undefined || open.length > pageLength) {
      open = { group: [], length: 0 };
      latest.set(address, open);
      groups.push(open.group);
    }
    open.group.push(row);
    open.length += row.value.length;
  }
  return groups.map((group) => {
    const { partition = '', collection = '' } = group[0] ?? {};
    const keys = group.map(({ key }): string => parseJson(key));
    return new SerializedPage({ partition, collection }, keys, `[${group.map(({ value }) => value).join()}]`);
  });
}
