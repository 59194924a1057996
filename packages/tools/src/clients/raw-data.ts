// Bodies of raw-data uploads, as shops send them.

const start = Date.UTC(2023, 0, 1);
const day = 24 * 60 * 60 * 1000;

/** Returns a dataset with one sale a day, a weekly pattern and a trend. */
export function dataset(datasetId: string, records: number) {
  return {
    datasetId,
    transactions: Array.from({ length: records }, (_, index) => ({
      transactionId: `${datasetId}-${index}`,
      // Three years of days; later sales start again at the first day.
      departureDate: new Date(start + (index % 1095) * day).toISOString().slice(0, 10),
      quantity: 10 + (index % 7) * 2 + Math.floor(index / 100) + ((index * 7919) % 5),
      unitPrice: 12.5,
      unitCost: 7.5,
    })),
  };
}

/** Returns an upload body of at least the given number of bytes, with the given number of datasets. */
export function uploadOfSize(name: string, bytes: number, datasets: number): Buffer {
  const perRecord = JSON.stringify(dataset(name, 1000).transactions).length / 1000;
  for (let records = Math.floor(bytes / perRecord / datasets); ; records += 20) {
    const parts = Array.from({ length: datasets }, (_, index) => dataset(`${name}-${index}`, records));
    const body = Buffer.from(JSON.stringify({ datasets: parts }));
    if (body.length >= bytes) return body;
  }
}
