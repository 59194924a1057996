import type { Simulator } from '@understudy/kernel';

/** One API that can be started. */
export interface ApiEntry {
  readonly summary: string;
  /** Path below the base URL that all its operations begin with. */
  readonly prefix: string;
  /** Last part of the scope that its tokens carry, for an analysis service. */
  readonly scopeSuffix?: string;
  /** The whole scope that its tokens carry, for any other API. */
  readonly scope?: string;
  /** An account of the demo data, for an API that has its own token endpoint instead of the identity provider. */
  readonly account?: DemoAccount;
  load(): Promise<Simulator>;
}

/** A company of the demo data and the keys that its tokens are fetched with. */
export interface DemoAccount {
  readonly companyId: string;
  readonly userApiKey: string;
  readonly vendorApiKey: string;
}

/** Every API by the name that the command line takes. The identity provider is always started with them. */
export const apiRegistry: Readonly<Record<string, ApiEntry>> = {
  inventory: {
    summary: 'Sales forecasts, purchase suggestions and inventory classification',
    prefix: '/io',
    scopeSuffix: 'io',
    load: async () => (await import('@understudy/simulator-inventory')).inventorySimulator,
  },
  time: {
    summary: 'Anomaly scores and rule breaches for time registrations',
    prefix: '/td',
    scopeSuffix: 'td',
    load: async () => (await import('@understudy/simulator-time')).timeSimulator,
  },
  payroll: {
    summary: 'Anomaly scores and findings for payslips',
    prefix: '/pd',
    scopeSuffix: 'pd',
    load: async () => (await import('@understudy/simulator-payroll')).payrollSimulator,
  },
  rostering: {
    summary: 'Rosters built by a solver, and feasibility checks',
    prefix: '',
    scope: 'automatic-rostering-stage',
    load: async () => (await import('@understudy/simulator-rostering')).rosteringSimulator,
  },
  einvoicing: {
    summary: 'Companies, networks, invoices, documents and webhooks of an e-invoicing exchange',
    prefix: '',
    account: {
      companyId: '5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11',
      userApiKey: 'demo-user-key',
      vendorApiKey: 'demo-vendor-key',
    },
    load: async () => (await import('@understudy/simulator-einvoicing')).einvoicingSimulator,
  },
};

/**
 * The simulators of these APIs, the identity provider first; all of them when none is named.
 *
 * @throws RangeError when a name is unknown; the message lists the known ones
 */
export async function loadSimulators(names: readonly string[]): Promise<Simulator[]> {
  const { identitySimulator } = await import('@understudy/simulator-identity');
  const simulators = await Promise.all(chosenApis(names).map((name) => apiRegistry[name]?.load()));
  return [identitySimulator, ...simulators.filter((simulator) => simulator !== undefined)];
}

/**
 * The names of the APIs meant: those named without repetition, or all.
 *
 * @throws RangeError when a name is unknown
 */
export function chosenApis(names: readonly string[]): string[] {
  const known = Object.keys(apiRegistry);
  const wanted = new Set(names.filter((name) => name !== 'identity'));
  for (const name of wanted) {
    if (!known.includes(name))
      throw new RangeError(`API "${name}" is unknown; there are identity, ${known.join(', ')}`);
  }
  return wanted.size === 0 ? known : [...wanted];
}
