/** Limits of a document, so a file needs no more memory than about 20 times the allowed size. */
export interface XmlLimits {
  readonly bytes: number;
  readonly elements: number;
  readonly depth: number;
}

/** 32 MiB, two million elements, 100 levels. Ten thousand invoice lines need a quarter of this. */
export const xmlLimits: XmlLimits = { bytes: 32 * 1024 * 1024, elements: 2_000_000, depth: 100 };
