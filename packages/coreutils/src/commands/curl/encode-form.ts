import { concatBytes, encodeText } from '@cloche/system';

/**
 * Returns the body of a form (RFC 7578). A field is `name=text`, `name=@file` for an upload, `name=<file` for a file's
 * text, each with `;type=…` and `;filename=…` behind it.
 */
export async function encodeForm(
  fields: readonly string[],
  boundary: string,
  readFile: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const field of fields) {
    const equals = field.indexOf('=');
    const [name, written] = [field.slice(0, Math.max(equals, 0)), field.slice(equals + 1)];
    const isUpload = written.startsWith('@');
    const [content = '', ...settings] = isUpload || written.startsWith('<') ? written.slice(1).split(';') : [written];
    const type = settings.find((setting) => setting.startsWith('type='))?.slice('type='.length);
    const shown = settings.find((setting) => setting.startsWith('filename='))?.slice('filename='.length);
    const bytes = isUpload || written.startsWith('<') ? await readFile(content) : encodeText(content);
    const fileName = shown ?? content.replace(/^.*\//, '');
    const disposition = `form-data; name="${name}"${isUpload ? `; filename="${fileName}"` : ''}`;
    const kind = type ?? (isUpload ? 'application/octet-stream' : undefined);
    const headers = `Content-Disposition: ${disposition}\r\n${kind === undefined ? '' : `Content-Type: ${kind}\r\n`}`;
    parts.push(encodeText(`--${boundary}\r\n${headers}\r\n`), bytes, encodeText('\r\n'));
  }
  return concatBytes([...parts, encodeText(`--${boundary}--\r\n`)]);
}
