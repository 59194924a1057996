/** Members of an event with what happened. */
export const nameMembers = /^(?:event|eventtype|type|action|eventname|topic|name|kind)$/;
/** Members of an event with the record that it is about. */
export const recordMembers = /^(?:data|object|resource|payload|record|entity|subject|item|body|details)$/;
/** Members of an event with its time. */
export const timeMembers =
  /^(?:created|createdat|createdon|timestamp|time|occurredat|happenedat|at|on|sentat|date|datetime|eventtime|emittedat)$/;
/** Members of an event with its own id. */
export const idMembers = /^(?:id|eventid|messageid|uuid|deliveryid)$/;
/** Words for the record that an event is about, before `id` or `type`. */
export const subjectWords = ['subject', 'object', 'resource', 'entity', 'record', 'item', 'target', 'aggregate'];
/** Members of an event with the state before and after it. */
export const stateBefore = /^(?:from|old|previous|prior|before)(?:status|state)$/;
export const stateAfter = /^(?:to|new|current|after|next)(?:status|state)$/;
/** Members of an event with who caused it. */
export const actorMembers = /^(?:actor|user|caller|performedby|by|author|triggeredby)(?:id|key)?$/;
