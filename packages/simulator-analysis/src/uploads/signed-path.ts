import type { TextSigner } from '@understudy/kernel';

/** The signed values of an upload URL. `expires`: Unix time in seconds. */
interface UploadAddress {
  readonly name: string;
  readonly prefix: string;
  readonly jobId: string;
  readonly expires: number;
}

/** Creates the path and query of an upload, signed over the API, job and expiry. */
export function createSignedPath(signer: TextSigner, address: UploadAddress): string {
  const { prefix, jobId, expires } = address;
  return `/_uploads${prefix}/${jobId}?expires=${expires}&signature=${signer.sign(signedText(address))}`;
}

/** Returns whether a path and query exactly match a result of {@link createSignedPath}. */
export function isSignedPath(signer: TextSigner, address: UploadAddress, url: string): boolean {
  const signature = /&signature=([0-9a-f]{64})$/.exec(url)?.[1] ?? '';
  const { prefix, jobId, expires } = address;
  const exact = url === `/_uploads${prefix}/${jobId}?expires=${expires}&signature=${signature}`;
  return exact && signer.verify(signedText(address), signature);
}

function signedText({ name, jobId, expires }: UploadAddress): string {
  return `PUT ${name} ${jobId} ${expires}`;
}
