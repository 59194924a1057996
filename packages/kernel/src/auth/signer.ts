import { createHmac, timingSafeEqual } from 'node:crypto';

export interface TextSigner {
  /** Returns the HMAC-SHA256 of a string as lower-case hex. */
  sign(text: string): string;
  /** Verifies a signature in constant time. */
  verify(text: string, signature: string): boolean;
}

/** Creates a signer that uses HMAC-SHA256 with a derived key, so that sandboxes reject each other's links. */
export function createSigner(secret: string, purpose: string): TextSigner {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  return {
    sign,
    verify(text, signature) {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
