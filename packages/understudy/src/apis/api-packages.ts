import type { Api } from '@understudy/kernel';
import { type Actions as EinvoicingActions, api as einvoicing } from '@understudy/simulator-einvoicing/api';
import { type Actions as IdentityActions, api as identity } from '@understudy/simulator-identity/api';
import { type Actions as InventoryActions, api as inventory } from '@understudy/simulator-inventory/api';
import { type Actions as PayrollActions, api as payroll } from '@understudy/simulator-payroll/api';
import { type Actions as RosteringActions, api as rostering } from '@understudy/simulator-rostering/api';
import { type Actions as TimeActions, api as time } from '@understudy/simulator-time/api';

/** The built-in APIs. */
export const apiPackages: readonly Api[] = [identity, inventory, time, payroll, rostering, einvoicing];

/** The actions of the built-in APIs. */
export interface ActionsOfApis {
  readonly identity: IdentityActions;
  readonly inventory: InventoryActions;
  readonly time: TimeActions;
  readonly payroll: PayrollActions;
  readonly rostering: RosteringActions;
  readonly einvoicing: EinvoicingActions;
}

/** Any other text; editors still complete the known values. */
export type OtherText = string & Record<never, never>;
