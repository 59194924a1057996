/** First words of the number that a shipment gets. */
export const shipmentNumbers = /^(?:tracking|shipment|waybill)$/;
/** Verbs that make a shipment. */
export const shipmentVerbs = /^(?:ship|dispatch|send)$/;
