/** Depth of the members of a dataset, `{datasets: [{here}]}`, and of its records, `{datasets: [{payslips: [{`. */
const depthOfDataset = 3;
const depthOfRecord = 5;

const quote = 0x22;
const openings = new Set([0x7b, 0x5b]);
const closings = new Set([0x7d, 0x5d]);

/**
 * Finds the dataset ids of an upload by their depth, for a service whose records have ids with the same name. The text
 * has no backslash, so every quotation mark starts or ends a text.
 */
export function scanNesting(
  text: string,
  idKey: string,
): { readonly datasetIds: Set<string>; readonly records: number } {
  const datasetIds = new Set<string>();
  let records = 0;
  let depth = 0;
  /** The name of the next member. */
  let name: string | undefined;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === quote) {
      const end = text.indexOf('"', place + 1);
      if (end === -1) break;
      if (depth === depthOfDataset) {
        const part = text.slice(place + 1, end);
        if (isName(text, end + 1)) name = part;
        else if (name === idKey && part !== '') datasetIds.add(part);
      }
      place = end;
    } else if (openings.has(code)) {
      depth += 1;
      if (depth === depthOfRecord) records += 1;
    } else if (closings.has(code)) depth -= 1;
  }
  return { datasetIds, records };
}

/** Whether a colon follows. */
function isName(text: string, from: number): boolean {
  let place = from;
  while (text.charCodeAt(place) <= 0x20) place += 1;
  return text[place] === ':';
}
