import type {
  MemberStatement,
  OperationStatement,
  ResourceStatement,
  ResponseStatement,
  TransitionStatement,
} from './behavior-model.js';
import type { ErrorCodes } from './description-names.js';
import type { CompiledExpression } from './expressions/compile-expression.js';
import type { CompiledTemplate } from './templates.js';

/** A member whose value an expression computes. */
export interface ComputedMember {
  /** Its path: `lines[].amount` is a member of each item of a list. */
  readonly path: MemberLocation;
  readonly expression: CompiledExpression;
  /** True if the request that creates a record can give the value instead. */
  readonly given: boolean;
}

/** A member of a record, or of each item of a list of it. */
export interface MemberLocation {
  /** The list, as names from the record. Undefined for a member of the record itself. */
  readonly list?: readonly string[];
  readonly names: readonly string[];
  /** The names with dots between them. */
  readonly name: string;
}

/** The form of generated values of a member. */
export interface CompiledForm {
  readonly path: MemberLocation;
  readonly form: string;
  /** The member whose values count for themselves. */
  readonly per?: string;
}

/** What a condition says about its error itself. */
export interface CompiledReport {
  readonly message?: CompiledTemplate;
  /** The member that the error is about. */
  readonly field?: string;
}

/** Conditions by the kind of the error if one does not hold. */
export type CompiledNeeds = readonly (readonly [kind: string, condition: CompiledExpression, report: CompiledReport])[];

/** Values of members, by their paths. */
export type CompiledAssignments = readonly (readonly [path: readonly string[], value: CompiledTemplate])[];

/** Assignments by the name and value of a member. */
export type CompiledSets = ReadonlyMap<string, ReadonlyMap<string, CompiledAssignments>>;

export interface CompiledTransition {
  readonly name: string;
  readonly statement: TransitionStatement;
  readonly from: readonly string[];
  readonly needs: CompiledNeeds;
  readonly to?: CompiledTemplate;
  readonly set: CompiledAssignments;
  /** It happens by itself as soon as this holds. */
  readonly when?: CompiledExpression;
  /** Its operation makes it if the request meets this. */
  readonly requested?: CompiledExpression;
  readonly otherwise: string;
}

export interface CompiledLifecycle {
  readonly member: readonly string[];
  readonly initial?: CompiledTemplate;
  readonly transitions: readonly CompiledTransition[];
  /** The transitions that a record makes by itself after some time. */
  readonly timed: readonly CompiledTransition[];
  /** The transitions of an operation, by operationId. */
  readonly byOperation: ReadonlyMap<string, readonly CompiledTransition[]>;
  /** The transitions of which the request of an operation chooses one, by operationId. */
  readonly byRequest: ReadonlyMap<string, readonly CompiledTransition[]>;
}

/** A member that names a record of another resource. */
export interface CompiledReference {
  readonly member: MemberLocation;
  readonly resource: string;
  readonly missing: string;
  readonly deleted: NonNullable<MemberStatement['deleted']>;
  readonly where?: CompiledExpression;
}

export interface CompiledUnique extends CompiledReport {
  readonly members: readonly (readonly string[])[];
  readonly while?: CompiledExpression;
  readonly otherwise: string;
}

export interface CompiledCondition extends CompiledReport {
  readonly name: string;
  readonly that: CompiledExpression;
  readonly otherwise: string;
}

/** The statements of a resource as closures. */
export interface CompiledResource {
  readonly name: string;
  readonly statement: ResourceStatement;
  /** Members whose values depend on the record alone, in the order of their dependencies. They are stored. */
  readonly local: readonly ComputedMember[];
  /** Members whose values depend on other records or the time. They are computed when the record is read. */
  readonly live: readonly ComputedMember[];
  /** The first names of the members that other records, the time or a condition can change. */
  readonly changing: ReadonlySet<string>;
  /** Members that are set at an event: `create`, `change`, `login` or the name of a transition. */
  readonly stamped: ReadonlyMap<string, readonly ComputedMember[]>;
  readonly defaults: readonly (readonly [path: MemberLocation, value: CompiledTemplate])[];
  readonly forms: readonly CompiledForm[];
  /** The form of a new key. */
  readonly key?: Omit<CompiledForm, 'path'>;
  /** Members that no response shows. */
  readonly hidden: readonly MemberLocation[];
  /** The order of the values of members, by their path. */
  readonly ranks: ReadonlyMap<string, readonly unknown[]>;
  /** Generators of demo values, by the path of a member. */
  readonly samples: ReadonlyMap<string, string>;
  /** Members that only the server sets. */
  readonly own: ReadonlySet<string>;
  readonly references: readonly CompiledReference[];
  readonly lifecycle?: CompiledLifecycle;
  /** Assignments of a new state. */
  readonly stamps: CompiledSets;
  readonly unique: readonly CompiledUnique[];
  readonly holds: readonly CompiledCondition[];
}

/** The statements of an operation as closures. */
export interface CompiledOperation {
  readonly statement: OperationStatement;
  readonly needs: CompiledNeeds;
  /** By kind or status. */
  readonly errors: ReadonlyMap<string, CompiledError>;
  readonly set: CompiledAssignments;
  /** Assignments of further members of the request. */
  readonly flags: CompiledSets;
  readonly where: readonly (readonly [parameter: string, condition: CompiledExpression])[];
  readonly under: readonly (readonly [path: readonly string[], value: CompiledExpression])[];
  /** The condition of each record of a list. */
  readonly only?: CompiledExpression;
  readonly answer?: CompiledTemplate;
  /** The key, if it is more than a value of the request. */
  readonly key?: CompiledExpression;
  /** The item of a list, if it is more than a value of the request. */
  readonly item?: CompiledExpression;
  readonly page?: CompiledPage;
  /** What is done for each item of a list. */
  readonly each?: { readonly items: CompiledExpression; readonly with?: CompiledTemplate };
  readonly further: readonly CompiledFurtherEffect[];
  readonly login?: CompiledSignIn;
  /** The events that it streams. Undefined if it streams none. */
  readonly streams?: { readonly if?: CompiledExpression };
}

/** What a response says about a page of a list, apart from its records. */
export interface CompiledPage {
  readonly show: readonly (readonly [path: string, value: CompiledExpression])[];
  readonly headers: readonly (readonly [name: string, value: CompiledExpression])[];
}

/** What an operation does to other records. */
export interface CompiledFurtherEffect {
  readonly does: 'create' | 'update' | 'delete';
  readonly resource: string;
  readonly key?: CompiledExpression;
  readonly if?: CompiledExpression;
  readonly each?: CompiledExpression;
  /** The state that the record goes to. */
  readonly to?: string;
  readonly set: CompiledAssignments;
}

/** How a record signs in. */
export interface CompiledSignIn {
  readonly resource: string;
  readonly by: readonly (readonly [path: string, value: CompiledExpression])[];
  /** Undefined if each password is right. */
  readonly password?: CompiledTemplate;
}

/** An exception from what an operation does. */
export interface CompiledResponse {
  readonly name: string;
  readonly if?: CompiledExpression;
  readonly status?: number;
  readonly headers?: CompiledTemplate;
  readonly answer?: CompiledTemplate;
  readonly statement: ResponseStatement;
}

/** A kind of event, and the operations and transitions that it follows. */
export interface CompiledEventType {
  readonly type: string;
  readonly on: ReadonlySet<string>;
  readonly if?: CompiledExpression;
  readonly webhook?: string;
  readonly body?: CompiledTemplate;
}

/** A place that events are sent to. */
export interface CompiledChannel {
  readonly name: string;
  readonly each?: CompiledExpression;
  readonly url?: CompiledExpression;
  readonly if?: CompiledExpression;
  readonly sign?: { readonly header?: string; readonly hmac?: 'sha256'; readonly key: CompiledExpression };
  readonly store?: string;
  readonly operation?: string;
}

export interface CompiledEvents {
  readonly types: readonly CompiledEventType[];
  readonly channels: readonly CompiledChannel[];
}

/** What generated records of a resource are like. */
export interface CompiledSeed {
  /** Members of the first records. */
  readonly first: readonly CompiledTemplate[];
  readonly least?: number;
  readonly most?: number;
  /** The records that each have some, or the resource of all of them. */
  readonly each?: CompiledExpression | string;
  /** Milliseconds before now in which they were created. */
  readonly over?: number;
  readonly share: Readonly<Record<string, number>>;
  readonly at: ReadonlyMap<string, CompiledExpression>;
  readonly set: readonly (readonly [MemberLocation, CompiledTemplate])[];
  /** The resources whose keys members contain, by their names. */
  readonly refersTo: Readonly<Record<string, string>>;
}

export interface CompiledError {
  readonly status?: number;
  readonly code?: string | number;
  readonly message?: CompiledTemplate;
}

/** An event that happens when a record changes. */
export interface CompiledEvent {
  readonly name: string;
  /** The resource that it is about. */
  readonly of: string;
  readonly when: CompiledExpression;
}

/** A behavior model whose expressions are compiled. */
export interface CompiledBehavior {
  readonly resources: ReadonlyMap<string, CompiledResource>;
  readonly operations: ReadonlyMap<string, CompiledOperation>;
  readonly errors: ReadonlyMap<string, CompiledError>;
  /** The body of every error. */
  readonly errorBody?: CompiledTemplate;
  /** Exceptions of operations, by operationId. */
  readonly responses: ReadonlyMap<string, readonly CompiledResponse[]>;
  readonly events?: CompiledEvents;
  readonly seeds: ReadonlyMap<string, CompiledSeed>;
  /** What happens when a record of a resource changes, by its name. */
  readonly changes: ReadonlyMap<string, readonly CompiledEvent[]>;
  /** What is told about a change, by who tells it. */
  readonly eventBodies: ReadonlyMap<string, CompiledTemplate>;
  /** The members of each resource that refer to another one, by the name of the other. */
  readonly referredBy: ReadonlyMap<string, readonly { readonly from: string; readonly reference: CompiledReference }[]>;
  /** The meanings of its error codes. */
  readonly errorCodes: ErrorCodes;
  /** The names of the resources whose records receive events. */
  readonly receivers: ReadonlySet<string>;
  /** Keys of records that exist without being created, and those of them that mean the caller. */
  readonly keys: { readonly conventional: ReadonlySet<string>; readonly ofCaller: ReadonlySet<string> };
  /** The resources whose records an expression of a resource or operation reads. */
  readonly reads: ReadonlySet<string>;
}
