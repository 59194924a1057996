/** One fact the documents state. */
export interface Claim {
  id: string;
  kind: string;
  says: string;
  section: string;
  /** How a black-box run shows it, from both sides. */
  check: string;
  /** What an implementation would do that breaks it. */
  deviation: string;
  /** Why no black-box run can show it. */
  untestable?: string;
  /** The APIs it holds for, when it is not all that share the id's prefix. */
  appliesTo?: string[];
  /** The APIs that share its file, as the file itself states. */
  sharedBy?: readonly string[];
}

/** One thing the documents do not show, with the decision taken. */
export interface Gap {
  id: string;
  gap: string;
  section: string;
  assume: string;
  basis: 'public' | 'inferred' | 'invented';
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
  gaps: Gap[];
}
