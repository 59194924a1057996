/** Event members with the name of what happened. */
export const nameMembers = /^(?:event|eventtype|type|action|eventname|topic|name|kind)$/;
/** Event members with the record that the event is about. */
export const recordMembers = /^(?:data|object|resource|payload|record|entity|subject|item|body|details)$/;
/** Event members with the time of the event. */
export const timeMembers =
  /^(?:created|createdat|createdon|timestamp|time|occurredat|happenedat|at|on|sentat|date|datetime|eventtime|emittedat)$/;
/** Event members with the id of the event. */
export const idMembers = /^(?:id|eventid|messageid|uuid|deliveryid)$/;
/** Words for the record that an event is about, before `id` or `type`. */
export const subjectWords = ['subject', 'object', 'resource', 'entity', 'record', 'item', 'target', 'aggregate'];
/** Event members with the state before and after the event. */
export const stateBefore = /^(?:from|old|previous|prior|before)(?:status|state)$/;
export const stateAfter = /^(?:to|new|current|after|next)(?:status|state)$/;
/** Event members with the user who caused the event. */
export const actorMembers = /^(?:actor|user|caller|performedby|by|author|triggeredby)(?:id|key)?$/;
