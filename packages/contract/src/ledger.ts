/** One fact the documents state. */
export interface Claim {
  id: string;
  kind: string;
  says: string;
  section: string;
  /** How a black-box run can prove or disprove it. */
  check: string;
  /** A wrong implementation. */
  deviation: string;
  /** Why no black-box run can show it. */
  untestable?: string;
  /** The APIs of the claim, if not all that share its prefix. */
  appliesTo?: string[];
  /** The APIs that share its file, as the file itself states. */
  sharedBy?: readonly string[];
}

/** A point that the documents leave open, with the decision. */
export interface DocumentGap {
  id: string;
  gap: string;
  section?: string;
  assume: string;
  basis: 'public' | 'observed' | 'inferred' | 'invented';
  /** The decision is about methods and paths, so a call confirms it. */
  confirmedBy?: 'call';
  confidence: string;
  why: string;
  risk: string;
  verify: string;
}

/** Every documented fact and every assumption of the specs. */
export interface Ledger {
  claims: Claim[];
  gaps: DocumentGap[];
}
