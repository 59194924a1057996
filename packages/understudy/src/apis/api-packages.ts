import type { ApiDefinition } from '@understudy/kernel';
import {
  type EinvoicingActions,
  type EinvoicingRecords,
  type EinvoicingSettings,
  api as einvoicing,
} from '@understudy/simulator-einvoicing/api';
import { type IdentityActions, type IdentitySettings, api as identity } from '@understudy/simulator-identity/api';
import {
  type InventoryActions,
  type InventoryRecords,
  type InventorySettings,
  api as inventory,
} from '@understudy/simulator-inventory/api';
import {
  type PayrollActions,
  type PayrollRecords,
  type PayrollSettings,
  api as payroll,
} from '@understudy/simulator-payroll/api';
import { type RosteringRecords, api as rostering } from '@understudy/simulator-rostering/api';
import { type TimeActions, type TimeRecords, type TimeSettings, api as time } from '@understudy/simulator-time/api';

export const apiPackages: readonly ApiDefinition[] = [identity, inventory, time, payroll, rostering, einvoicing];

export interface ActionsByApi {
  readonly identity: IdentityActions;
  readonly inventory: InventoryActions;
  readonly time: TimeActions;
  readonly payroll: PayrollActions;
  readonly einvoicing: EinvoicingActions;
}

export interface SettingsByApi {
  readonly identity: IdentitySettings;
  readonly inventory: InventorySettings;
  readonly time: TimeSettings;
  readonly payroll: PayrollSettings;
  readonly einvoicing: EinvoicingSettings;
}

export interface RecordsByApi {
  readonly inventory: InventoryRecords;
  readonly time: TimeRecords;
  readonly payroll: PayrollRecords;
  readonly rostering: RosteringRecords;
  readonly einvoicing: EinvoicingRecords;
}

/** Any other string. Editors still complete the known values. */
export type AnyOtherText = string & Record<never, never>;
