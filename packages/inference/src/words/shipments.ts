/** First words of shipment numbers. */
export const shipmentNumbers = /^(?:tracking|shipment|waybill)$/;
/** Verbs that create a shipment. */
export const shipmentVerbs = /^(?:ship|dispatch|send)$/;
