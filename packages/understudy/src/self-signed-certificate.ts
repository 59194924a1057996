import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

export interface CertificatePair {
  readonly key: string;
  readonly cert: string;
}

const dayInMilliseconds = 86_400_000;

/**
 * Creates a self-signed certificate (X.509 version 3, ECDSA on P-256). node:crypto creates keys and signatures, but not
 * certificates, and packages that do are larger than these few DER fields.
 *
 * @param hosts the names and addresses the certificate is valid for; the first is its subject
 * @param from milliseconds since 1970; the certificate is valid for a year from the day before
 */
export function createSelfSignedCertificate(hosts: readonly string[], from: number): CertificatePair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(hosts[0] ?? 'localhost')))));
  const serial = createHash('sha256').update(spki).digest().subarray(0, 16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const validity = sequence(time(from - dayInMilliseconds), time(from + 365 * dayInMilliseconds));
  const extensions = sequence(
    extension('551d13', sequence()), // basicConstraints: no authority
    extension('551d25', sequence(oid('2b06010505070301'))), // extKeyUsage: serverAuth
    extension('551d11', sequence(...hosts.map(generalName))), // subjectAltName
  );
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    validity,
    name,
    spki,
    der(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]);
  const certificate = sequence(signed, algorithm, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(encoded: string): Buffer {
  return der(0x06, Buffer.from(encoded, 'hex'));
}

function extension(id: string, value: Uint8Array): Buffer {
  return sequence(oid(id), der(0x04, value));
}

/** Encodes a GeneralizedTime, such as `20260115090000Z`. */
function time(milliseconds: number): Buffer {
  return der(0x18, Buffer.from(`${new Date(milliseconds).toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}

/** Encodes a DNS name, or the bytes of an IP address. */
function generalName(host: string): Buffer {
  const kind = isIP(host);
  if (kind === 0) return der(0x82, Buffer.from(host));
  if (kind === 4) return der(0x87, Buffer.from(host.split('.').map(Number)));
  const [head = '', tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':'));
  const behind = words(tail ?? '');
  const zeros = Array.from({ length: 8 - words(head).length - behind.length }, () => '0');
  const all = [...words(head), ...zeros, ...behind].map((word) => Number.parseInt(word, 16));
  return der(0x87, Buffer.from(all.flatMap((word) => [word >> 8, word & 0xff])));
}
