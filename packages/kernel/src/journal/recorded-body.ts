import { decodeBody } from '@understudy/contract';

const longestKept = 65_536;

/** A body as sent, decoded only when it is read: most entries never are, and bytes need less memory. */
export class RecordedBody {
  readonly #sent: string | Uint8Array;
  readonly length: number;
  readonly #mediaType: string | undefined;

  constructor(sent: string | Uint8Array, mediaType: string | undefined) {
    this.length = sent.length;
    // Of what is very long, only the beginning is kept.
    this.#sent = sent.length > longestKept ? beginningOf(sent) : sent;
    this.#mediaType = mediaType;
  }

  /** Bytes that are kept, about. */
  get bytes(): number {
    return this.#sent.length;
  }

  /** Whether it is what was kept of this text. */
  keeps(sent: string | Uint8Array, mediaType: string | undefined): boolean {
    return typeof sent === 'string' && this.#sent === sent && this.#mediaType === mediaType;
  }

  /** The text that is kept of a very long body; undefined where all of it is. */
  get beginning(): string | undefined {
    return this.length > longestKept ? this.#text() : undefined;
  }

  /** The value of the body, or its text where it has none or is very long; null for an empty one. */
  read(): unknown {
    if (this.length === 0) return null;
    if (this.beginning !== undefined) return this.beginning;
    const bytes = typeof this.#sent === 'string' ? new TextEncoder().encode(this.#sent) : this.#sent;
    const decoded = decodeBody(bytes, this.#mediaType);
    return 'value' in decoded && !(decoded.value instanceof Uint8Array) ? decoded.value : this.#text();
  }

  #text(): string {
    return typeof this.#sent === 'string' ? this.#sent : new TextDecoder().decode(this.#sent);
  }
}

/** A copy: a part of a text or a buffer is a view of the whole, and would keep all of it. */
function beginningOf(sent: string | Uint8Array): string | Uint8Array {
  return typeof sent === 'string'
    ? Buffer.from(sent.slice(0, 4096)).toString()
    : new Uint8Array(sent.subarray(0, 4096));
}
