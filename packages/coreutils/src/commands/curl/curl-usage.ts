import type { CommandUsage, OptionSpec } from '../../arguments/command-usage.ts';

/** The options of curl. */
export type CurlOption =
  | 'compressed'
  | 'connectTimeout'
  | 'cookie'
  | 'createDirs'
  | 'data'
  | 'dataBinary'
  | 'dataRaw'
  | 'dataUrlencode'
  | 'fail'
  | 'failWithBody'
  | 'form'
  | 'get'
  | 'head'
  | 'header'
  | 'ignored'
  | 'include'
  | 'insecure'
  | 'json'
  | 'location'
  | 'maxTime'
  | 'output'
  | 'outputDir'
  | 'dumpHeader'
  | 'referer'
  | 'remoteName'
  | 'request'
  | 'retry'
  | 'showError'
  | 'silent'
  | 'uploadFile'
  | 'url'
  | 'user'
  | 'userAgent'
  | 'verbose'
  | 'writeOut';

const OPTIONS: Readonly<Record<CurlOption, OptionSpec>> = {
  compressed: { long: 'compressed' },
  connectTimeout: { long: 'connect-timeout', value: 'SECONDS' },
  cookie: { short: 'b', long: 'cookie', value: 'DATA', help: 'send cookies' },
  createDirs: { long: 'create-dirs', help: 'create directories for -o' },
  data: { short: 'd', long: ['data', 'data-ascii'], value: 'DATA', help: 'send DATA, or @FILE, with POST' },
  dataBinary: { long: 'data-binary', value: 'DATA', help: 'the same, newlines kept' },
  dataRaw: { long: 'data-raw', value: 'DATA', help: 'the same, @ has no meaning' },
  dataUrlencode: { long: 'data-urlencode', value: 'DATA', help: 'the same, encoded for URLs' },
  dumpHeader: { short: 'D', long: 'dump-header', value: 'FILE', help: 'write the headers to FILE' },
  fail: { short: 'f', long: 'fail', help: 'write nothing and exit with 22 when the server reports an error' },
  failWithBody: { long: 'fail-with-body', help: 'exit with 22, but write what the server sent' },
  form: { short: 'F', long: 'form', value: 'NAME=CONTENT', help: 'send a form; @FILE uploads a file' },
  get: { short: 'G', long: 'get', help: 'put the data into the URL' },
  head: { short: 'I', long: 'head', help: 'headers only' },
  header: { short: 'H', long: 'header', value: 'HEADER', help: 'send a header' },
  ignored: {
    short: '#46012N',
    long: [
      'progress-bar',
      'ipv4',
      'ipv6',
      'http1.1',
      'http2',
      'no-buffer',
      'no-progress-meter',
      'tcp-nodelay',
      'no-keepalive',
      'path-as-is',
    ],
  },
  include: { short: 'i', long: 'include', help: 'write the headers too' },
  insecure: { short: 'k', long: 'insecure' },
  json: { long: 'json', value: 'DATA', help: 'send JSON with POST' },
  location: { short: 'L', long: 'location', help: 'follow redirects' },
  maxTime: { short: 'm', long: 'max-time', value: 'SECONDS', help: 'give up after SECONDS' },
  output: { short: 'o', long: 'output', value: 'FILE', help: 'write to FILE' },
  outputDir: { long: 'output-dir', value: 'DIR', help: 'directory for -o and -O' },
  referer: { short: 'e', long: 'referer', value: 'URL', help: 'send a referrer' },
  remoteName: { short: 'O', long: 'remote-name', help: "write to a file of the URL's name" },
  request: { short: 'X', long: 'request', value: 'METHOD', help: 'use METHOD' },
  retry: {
    long: ['retry', 'retry-delay', 'retry-max-time', 'max-redirs', 'limit-rate', 'proxy', 'cacert'],
    value: 'VALUE',
  },
  showError: { short: 'S', long: 'show-error', help: 'show errors even with -s' },
  silent: { short: 's', long: 'silent', help: 'show no errors' },
  uploadFile: { short: 'T', long: 'upload-file', value: 'FILE', help: 'send FILE with PUT' },
  url: { long: 'url', value: 'URL', help: 'fetch URL' },
  user: { short: 'u', long: 'user', value: 'USER:PASSWORD', help: 'log in' },
  userAgent: { short: 'A', long: 'user-agent', value: 'NAME', help: 'send a name' },
  verbose: { short: 'v', long: 'verbose', help: 'show the headers of both sides' },
  writeOut: { short: 'w', long: 'write-out', value: 'FORMAT', help: 'print FORMAT at the end, such as %{http_code}' },
};

/** How curl is called. */
export const CURL_USAGE: CommandUsage<CurlOption> = {
  name: 'curl',
  synopsis: ['[OPTION]... URL...'],
  summary: 'Fetch URLs through the network that the app provides.',
  options: OPTIONS,
  faultStatus: 2,
};
