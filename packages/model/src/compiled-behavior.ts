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
  /** The member's path: `lines[].amount` stands for a member of each list item. */
  readonly path: MemberLocation;
  readonly expression: CompiledExpression;
  /** True if the request that creates the record can set the value instead. */
  readonly given: boolean;
}

/** A member of a record, or of each item of one of its lists. */
export interface MemberLocation {
  /** The path of the list in the record. Undefined for a member of the record itself. */
  readonly list?: readonly string[];
  readonly names: readonly string[];
  /** The names, joined with dots. */
  readonly name: string;
}

/** The format of a member's generated values. */
export interface CompiledForm {
  readonly path: MemberLocation;
  readonly form: string;
  /** The member by whose value the sequence is counted separately. */
  readonly per?: string;
}

/** The error details that a condition states itself. */
export interface CompiledReport {
  readonly message?: CompiledTemplate;
  /** The member that the error is about. */
  readonly field?: string;
}

/** Conditions, with the kind of the error if a condition does not hold. */
export type CompiledNeeds = readonly (readonly [kind: string, condition: CompiledExpression, report: CompiledReport])[];

/** Values by the path of the member that they are assigned to. */
export type CompiledAssignments = readonly (readonly [path: readonly string[], value: CompiledTemplate])[];

/** Assignments by the name and the value of a member. */
export type CompiledSets = ReadonlyMap<string, ReadonlyMap<string, CompiledAssignments>>;

export interface CompiledTransition {
  readonly name: string;
  readonly statement: TransitionStatement;
  readonly from: readonly string[];
  readonly needs: CompiledNeeds;
  readonly to?: CompiledTemplate;
  readonly set: CompiledAssignments;
  /** The transition happens automatically as soon as this holds. */
  readonly when?: CompiledExpression;
  /** The operation causes the transition only if the request meets this condition. */
  readonly requested?: CompiledExpression;
  readonly otherwise: string;
}

export interface CompiledLifecycle {
  readonly member: readonly string[];
  readonly initial?: CompiledTemplate;
  readonly transitions: readonly CompiledTransition[];
  /** The transitions that happen automatically after some time. */
  readonly timed: readonly CompiledTransition[];
  /** The transitions that an operation causes, by operationId. */
  readonly byOperation: ReadonlyMap<string, readonly CompiledTransition[]>;
  /** The transitions from which a request of an operation selects one, by operationId. */
  readonly byRequest: ReadonlyMap<string, readonly CompiledTransition[]>;
}

/** A member that refers to a record of another resource. */
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
  /** The top-level names of the members that other records, the time or a condition can change. */
  readonly changing: ReadonlySet<string>;
  /** Members that are set at an event: `create`, `change`, `login` or the name of a transition. */
  readonly stamped: ReadonlyMap<string, readonly ComputedMember[]>;
  readonly defaults: readonly (readonly [path: MemberLocation, value: CompiledTemplate])[];
  readonly forms: readonly CompiledForm[];
  /** The format of a new key. */
  readonly key?: Omit<CompiledForm, 'path'>;
  /** Members that are omitted from every response. */
  readonly hidden: readonly MemberLocation[];
  /** The rank order of values, by the path of the member. */
  readonly ranks: ReadonlyMap<string, readonly unknown[]>;
  /** Generators of demo values, by member path. */
  readonly samples: ReadonlyMap<string, string>;
  /** Members that only the server can set. */
  readonly own: ReadonlySet<string>;
  readonly references: readonly CompiledReference[];
  readonly lifecycle?: CompiledLifecycle;
  /** Assignments on entering a state. */
  readonly stamps: CompiledSets;
  readonly unique: readonly CompiledUnique[];
  readonly holds: readonly CompiledCondition[];
}

/** The statements of an operation as closures. */
export interface CompiledOperation {
  readonly statement: OperationStatement;
  readonly needs: CompiledNeeds;
  /** By error kind or status. */
  readonly errors: ReadonlyMap<string, CompiledError>;
  readonly set: CompiledAssignments;
  /** Assignments caused by other members of the request. */
  readonly flags: CompiledSets;
  readonly where: readonly (readonly [parameter: string, condition: CompiledExpression])[];
  readonly under: readonly (readonly [path: readonly string[], value: CompiledExpression])[];
  /** The condition that a record must meet to be listed. */
  readonly only?: CompiledExpression;
  readonly answer?: CompiledTemplate;
  /** The expression for the key, if it is not just a value of the request. */
  readonly key?: CompiledExpression;
  /** The expression for the list item, if it is not just a value of the request. */
  readonly item?: CompiledExpression;
  readonly page?: CompiledPage;
  /** The list whose items are processed one by one. */
  readonly each?: { readonly items: CompiledExpression; readonly with?: CompiledTemplate };
  readonly further: readonly CompiledFurtherEffect[];
  readonly login?: CompiledSignIn;
  /** The events that the operation streams. Undefined if it streams none. */
  readonly streams?: { readonly if?: CompiledExpression };
}

/** The page metadata in a list response, without the records. */
export interface CompiledPage {
  readonly show: readonly (readonly [path: string, value: CompiledExpression])[];
  readonly headers: readonly (readonly [name: string, value: CompiledExpression])[];
}

/** An effect of an operation on other records. */
export interface CompiledFurtherEffect {
  readonly does: 'create' | 'update' | 'delete';
  readonly resource: string;
  readonly key?: CompiledExpression;
  readonly if?: CompiledExpression;
  readonly each?: CompiledExpression;
  /** The new state of the record. */
  readonly to?: string;
  readonly set: CompiledAssignments;
}

/** How users sign in. */
export interface CompiledSignIn {
  readonly resource: string;
  readonly by: readonly (readonly [path: string, value: CompiledExpression])[];
  /** Undefined if any password is accepted. */
  readonly password?: CompiledTemplate;
}

/** An exception to the usual behavior of an operation. */
export interface CompiledResponse {
  readonly name: string;
  readonly if?: CompiledExpression;
  readonly status?: number;
  readonly headers?: CompiledTemplate;
  readonly answer?: CompiledTemplate;
  readonly statement: ResponseStatement;
}

/** An event type, and the operations and transitions that cause it. */
export interface CompiledEventType {
  readonly type: string;
  readonly on: ReadonlySet<string>;
  readonly if?: CompiledExpression;
  readonly webhook?: string;
  readonly body?: CompiledTemplate;
}

/** A destination of events. */
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

/** The statements about a resource's generated records. */
export interface CompiledSeed {
  /** Member values of the first records. */
  readonly first: readonly CompiledTemplate[];
  readonly least?: number;
  readonly most?: number;
  /** The records that own some of these, or the resource whose records all do. */
  readonly each?: CompiledExpression | string;
  /** How many milliseconds back from now the records were created. */
  readonly over?: number;
  readonly share: Readonly<Record<string, number>>;
  readonly at: ReadonlyMap<string, CompiledExpression>;
  readonly set: readonly (readonly [MemberLocation, CompiledTemplate])[];
  /** The resources whose keys members contain, by member name. */
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
  /** The resource of the record. */
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
  /** Exceptions to the usual behavior of operations, by operationId. */
  readonly responses: ReadonlyMap<string, readonly CompiledResponse[]>;
  readonly events?: CompiledEvents;
  readonly seeds: ReadonlyMap<string, CompiledSeed>;
  /** Events for changes of records, by resource name. */
  readonly changes: ReadonlyMap<string, readonly CompiledEvent[]>;
  /** The body of a change event, by its sender. */
  readonly eventBodies: ReadonlyMap<string, CompiledTemplate>;
  /** The members that refer to a resource, by the name of the resource referred to. */
  readonly referredBy: ReadonlyMap<string, readonly { readonly from: string; readonly reference: CompiledReference }[]>;
  /** The meanings of the API's error codes. */
  readonly errorCodes: ErrorCodes;
  /** The names of the resources whose records are event receivers. */
  readonly receivers: ReadonlySet<string>;
  /** Keys of records that exist without being created, and the ones among them that stand for the caller. */
  readonly keys: { readonly conventional: ReadonlySet<string>; readonly ofCaller: ReadonlySet<string> };
  /** The resources whose records are read by an expression of a resource or an operation. */
  readonly reads: ReadonlySet<string>;
}
