import { defineCollection } from '@understudy/kernel';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

/** A company account. Shared collection `companies`, key: its id. Instants are ISO 8601. */
export interface Company {
  readonly id: string;
  readonly name: string;
  /** As given by the caller. */
  readonly bid: string;
  /** Without separators and country prefix, in upper case: `12345671`. */
  readonly normalBid: string;
  readonly noVat: boolean;
  readonly country: string;
  readonly email: string;
  readonly website?: string;
  readonly address: CompanyAddress;
  readonly createdAt: string;
  /** -1 unverified, 0 unknown, 1 verified (einvoicing.gap.company-states). */
  readonly state: -1 | 0 | 1;
  readonly authState: Schemas['AuthorizationStatus']['auth_state'];
  readonly authEmail: string;
  /** Ids of the vendors to whose keys the company is linked. */
  readonly vendorIds: readonly string[];
  /** Sections of the settings without an effect, as given. */
  readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Active checks of Detect. */
  readonly checks: readonly CheckName[];
}

export type CheckName = NonNullable<Schemas['CompanyChecks']['on_invoice_receive']>[number];

interface CompanyAddress {
  readonly street_address: string;
  readonly post_code: string;
  readonly post_office: string;
  readonly city: string;
}

/** Shared collection `users`, key: its id. `userKeys` maps the API key to the id. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** The vendor that created it. A user works with the vendor's keys. */
  readonly vendorId: string;
  /** Companies that the user can access, in the order in which access was granted. */
  readonly companyIds: readonly string[];
}

/** An application of a partner or a company, by id in the shared collection `vendors`. `vendorKeys` finds it. */
export interface Vendor {
  readonly id: string;
  readonly key: string;
  /** The partner's own company. Missing if the vendor is not a partner. */
  readonly partnerCompanyId?: string;
}

/** Shared collections `userKeys` and `vendorKeys`, key: the API key. */
interface KeyOwner {
  readonly id: string;
}

/** Shared collection `operators`, key: the client id. */
export interface Operator {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Shared collection `endpoints`, key: `scheme:endpoint_id`. */
export interface Endpoint {
  readonly companyId: string;
  /** Registrations that use the endpoint. If there are none, others can register it. */
  readonly profileIds: readonly string[];
}

/** A registration for a network. Collection `profiles` of its company, key: its id. */
export interface Profile {
  readonly id: string;
  /** Sequence number among the company's registrations, used to order them. */
  readonly number: number;
  readonly network: Schemas['NetworkName'];
  readonly profile: Schemas['ProfileName'];
  readonly version: Schemas['ProfileVersion'] | null;
  readonly scheme: string;
  readonly endpointId: string;
  readonly status: 'pending' | 'active' | 'error';
  readonly settings?: Schemas['NetworkSettings'];
  readonly lastEvent?: { readonly message: string; readonly created_at: string };
  readonly extensions: readonly string[];
  readonly createdAt: string;
  readonly timerId?: string;
}

/** A subscription to events. Collection `subscriptions` of its company, key: its id. */
export interface Subscription {
  readonly id: string;
  readonly number: number;
  readonly type: Schemas['DestinationType'];
  readonly destination: string;
  readonly events: readonly string[];
  readonly vendorKey?: string;
  /** The only vendor whose companies a VENDOR_WEBHOOK covers. Missing for all of the partner's vendors. */
  readonly vendorId?: string;
  /** Time of the first failure after the last success. */
  readonly failingSince?: string;
  readonly disabledAt?: string;
}

/** An event for a subscriber, stored until it is acknowledged. Collection `deliveries`, key: its id. */
export interface EventDelivery {
  readonly id: string;
  readonly number: number;
  readonly subscriptionId: string;
  readonly envelope: Schemas['EventEnvelope'];
  /** The kernel's reference for the current series of attempts. */
  readonly reference: string;
}

/** Collection `counters`, key: the counted kind. */
interface Counters {
  readonly latest: number;
}

export const collections = {
  companies: defineCollection<Company>('companies'),
  companyIds: defineCollection<{ readonly companyId: string }>('companyIds'),
  users: defineCollection<User>('users').indexedBy({ vendor: ({ vendorId }) => [vendorId] }),
  userKeys: defineCollection<KeyOwner>('userKeys'),
  vendors: defineCollection<Vendor>('vendors').indexedBy({
    partner: ({ partnerCompanyId }) => (partnerCompanyId === undefined ? undefined : [partnerCompanyId]),
  }),
  vendorKeys: defineCollection<KeyOwner>('vendorKeys'),
  operators: defineCollection<Operator>('operators'),
  endpoints: defineCollection<Endpoint>('endpoints'),
  profiles: defineCollection<Profile>('profiles'),
  subscriptions: defineCollection<Subscription>('subscriptions'),
  deliveries: defineCollection<EventDelivery>('deliveries').indexedBy({
    number: ({ number }) => [number],
    subscription: ({ subscriptionId }) => [subscriptionId],
  }),
  alerts: defineCollection<{ readonly at: string }>('alerts'),
  counters: defineCollection<Counters>('counters'),
};
