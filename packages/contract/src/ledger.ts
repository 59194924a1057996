/** A fact that the documents state. */
export interface Claim {
  id: string;
  kind: string;
  says: string;
  section: string;
  /** How a black-box run can confirm or refute the claim. */
  check: string;
  /** Description of an incorrect implementation. */
  deviation: string;
  /** The reason why no black-box run can verify the claim. */
  untestable?: string;
  /** The APIs to which the claim applies. Default: all APIs that share its prefix. */
  appliesTo?: string[];
  /** The APIs that share the claim's file, as stated in the file. */
  sharedBy?: readonly string[];
}

/** A point that the documents leave open, with the decision. */
export interface DocumentGap {
  id: string;
  gap: string;
  section?: string;
  assume: string;
  basis: 'public' | 'observed' | 'inferred' | 'invented';
  /** Set if the decision is about methods and paths, so that a call can confirm it. */
  confirmedBy?: 'call';
  confidence: string;
  why: string;
  risk: string;
  verify: string;
}

/** All documented facts and assumptions of the specs. */
export interface Ledger {
  claims: Claim[];
  gaps: DocumentGap[];
}
