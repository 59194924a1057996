const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

export const INVOICE_NAMESPACE = `${UBL}Invoice-2`;
export const CREDIT_NOTE_NAMESPACE = `${UBL}CreditNote-2`;
export const AGGREGATE_NAMESPACE = `${UBL}CommonAggregateComponents-2`;
export const BASIC_NAMESPACE = `${UBL}CommonBasicComponents-2`;
export const EXTENSION_NAMESPACE = `${UBL}CommonExtensionComponents-2`;
