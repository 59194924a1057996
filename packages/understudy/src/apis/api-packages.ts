import type { Api } from '@understudy/kernel';
import { api as einvoicing } from '@understudy/simulator-einvoicing/api';
import { api as identity } from '@understudy/simulator-identity/api';
import { api as inventory } from '@understudy/simulator-inventory/api';
import { api as payroll } from '@understudy/simulator-payroll/api';
import { api as rostering } from '@understudy/simulator-rostering/api';
import { api as time } from '@understudy/simulator-time/api';

/** The APIs that come along: what each package describes in its entry `./api`. */
export const apiPackages: readonly Api[] = [identity, inventory, time, payroll, rostering, einvoicing];
