/** Bounds on what is read, so that no file takes more memory than some 20 times the size allowed. */
export interface XmlLimits {
  readonly bytes: number;
  readonly elements: number;
  readonly depth: number;
}

/** 32 MiB, two million elements, 100 levels: ten thousand invoice lines are a quarter of that. */
export const XML_LIMITS: XmlLimits = { bytes: 32 * 1024 * 1024, elements: 2_000_000, depth: 100 };
