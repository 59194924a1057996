import type { Finding } from '@understudy/contract';
import { createInputFinding, createMustBeFinding, type DataScopes, defineAction, type Owner } from '@understudy/kernel';
import type { StoredDataset } from '@understudy/simulator-analysis';
import { toCurrentDate } from '../current-date.js';
import { inventoryCollections } from '../entities.js';
import { inventoryContract } from '../inventory-service.js';

/** Maximum number of ids in a message. */
const mostListed = 20;

const text = { type: 'string', minLength: 1 } as const;

export const inspectForecastAction = defineAction({
  summary: 'Shows model, scores, history and forecast of a dataset',
  input: {
    type: 'object',
    required: ['datasetId'],
    properties: {
      clientId: { ...text, description: 'Needed when several clients have the dataset' },
      tenantId: { ...text, description: 'Needed when several tenants have the dataset' },
      datasetId: text,
      freezeDate: { type: 'string', description: 'Takes the place of today: a date from 2000-01-01 to today' },
    },
  },
  async run({ clientId, tenantId, datasetId, freezeDate }, { scopes, clock }) {
    const today = toCurrentDate(clock.now());
    if (freezeDate !== undefined && !isFreezeDate(freezeDate, today)) {
      return createMustBeFinding('freezeDate', `a date from 2000-01-01 to today, ${today}`);
    }
    const owners = (await scopes.owners()).filter(
      (owner) =>
        (clientId === undefined || owner.clientId === clientId) &&
        (tenantId === undefined || owner.tenantId === tenantId),
    );
    const having = await ownersOf(datasetId, owners, scopes);
    const [found, other] = having;
    if (found === undefined) return [await unknownDataset(datasetId, tenantId, owners, scopes)];
    if (other !== undefined) return [severalOwners(datasetId, having)];

    const scope = scopes.of(found.owner);
    const trained = await scope.collection(inventoryCollections.models).get(datasetId);
    const where = `Dataset "${datasetId}" of tenant "${found.owner.tenantId}"`;
    if (trained === undefined) {
      return [
        createInputFinding('datasetId', `${where} is not trained; start the trainer first (POST /io/start_trainer)`),
      ];
    }
    const currentDate = freezeDate ?? today;
    const { createForecastInspection: forecastInspection } = await import('./forecast-inspection.js');
    const inspection = forecastInspection({ ...found, trained, currentDate });
    if (inspection === undefined) {
      return [createInputFinding('freezeDate', `${where} has no sale up to ${currentDate}; take a later freezeDate`)];
    }
    return { ...inspection };
  },
});

interface Having {
  readonly owner: Owner;
  readonly dataset: StoredDataset;
}

async function ownersOf(datasetId: string, owners: readonly Owner[], scopes: DataScopes): Promise<Having[]> {
  const having: Having[] = [];
  for (const owner of owners) {
    const dataset = await scopes.of(owner).collection(inventoryCollections.datasets).get(datasetId);
    if (dataset !== undefined) having.push({ owner, dataset });
  }
  return having;
}

async function unknownDataset(
  datasetId: string,
  tenantId: string | undefined,
  owners: readonly Owner[],
  scopes: DataScopes,
) {
  // Only for a misspelt name.
  const lists = await Promise.all(
    owners.map((owner) => scopes.of(owner).collection(inventoryCollections.datasets).list()),
  );
  const ids = [...new Set(lists.flat().map(({ key }) => key))].sort();
  const whose = tenantId === undefined ? '' : ` of tenant "${tenantId}"`;
  const advice = ids.length === 0 ? 'there are none; upload sales first' : `there are ${listed(ids)}`;
  return createInputFinding('datasetId', `There is no dataset "${datasetId}"${whose}; ${advice}`);
}

function severalOwners(datasetId: string, having: readonly Having[]): Finding {
  const tenants = having.map(({ owner }) => owner.tenantId);
  if (new Set(tenants).size === tenants.length) {
    return createInputFinding(
      'tenantId',
      `Dataset "${datasetId}" belongs to several tenants: ${listed(tenants)}; name one as tenantId`,
    );
  }
  const names = having.map(({ owner }) => `${owner.tenantId} of client ${owner.clientId}`);
  return createInputFinding(
    'clientId',
    `Dataset "${datasetId}" belongs to several tenants: ${listed(names)}; name one as tenantId and clientId`,
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).join(', ');
  return names.length > mostListed ? `${shown} and ${names.length - mostListed} more` : shown;
}

/** Returns the contract's FreezeDate, and not after today (inventory.gap.freeze-date-edges). */
function isFreezeDate(value: string, today: string): boolean {
  return inventoryContract.validator('FreezeDate')(value).length === 0 && value <= today;
}
