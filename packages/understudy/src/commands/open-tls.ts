import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLoopback } from '@understudy/kernel';
import { wallNowMs } from '@understudy/kernel/serving';
import { type CertificatePair, createSelfSignedCertificate } from '../self-signed-certificate.js';
import { UsageError } from '../usage-error.js';

/** A certificate, and the file for clients that need to trust it. The key is kept in memory. */
export interface TlsCertificate extends CertificatePair {
  readonly file: string;
}

/**
 * Generates a certificate for a server and writes it to a file.
 *
 * @param file the value of `--tls`, or true for a temporary file
 * @throws UsageError if the file exists and is not a certificate
 */
export async function openTls(
  file: string | true,
  { host, allowHost = [] }: { readonly host: string; readonly allowHost?: readonly string[] | undefined },
): Promise<TlsCertificate> {
  const names = ['localhost', '*.localhost', '127.0.0.1', '::1', ...(isLoopback(host) ? [] : [host]), ...allowHost];
  const certificate = createSelfSignedCertificate([...new Set(names)], wallNowMs());
  const place = file === true ? join(await mkdtemp(join(tmpdir(), 'understudy-tls-')), 'understudy.pem') : file;
  const there = await readFile(place, 'utf8').catch(() => undefined);
  if (there !== undefined && !there.startsWith('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--tls ${place} exists and is not a certificate. Choose another file`);
  await writeFile(place, certificate.cert);
  return { ...certificate, file: place };
}
