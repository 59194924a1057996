/** Members that describe a file, with an expression for each. */
export const fileFacts: readonly (readonly [form: RegExp, value: string])[] = [
  [/^(?:file|original)?name$|^originalfilename$/, 'upload.name'],
  [/^(?:file)?(?:bytes|size|length|contentlength|sizeinbytes|sizebytes)$/, 'upload.size'],
  [/^(?:file)?(?:mimetype|contenttype|mediatype|type)$/, 'upload.type'],
  [/^(?:sha256|checksum|hash|digest|contenthash|sha256sum)$/, 'upload.sha256'],
  [/^(?:uploaded|created|attached|stored|received|updated)(?:at|on)$/, 'now'],
];
/** Media types of file bodies. */
export const fileTypes =
  /^(?:image|audio|video|font)\/|^application\/(?:pdf|octet-stream|zip|gzip|x-(?!www-form)[\w.-]+|vnd\.(?:ms|openxml)[\w.-]+)$|^\*\/\*$|^text\/csv$/;
