import { describe, expect, test } from 'vitest';
import { refuseUrl } from './check-target.ts';

const policy = { ownOrigin: 'https://app.example.com' };

describe('which places are reached', () => {
  test.each(['https://example.com/a', 'http://example.com:8080/', 'https://8.8.8.8/', 'https://[2606:4700::1]/'])(
    '%s is',
    (url) => {
      expect(refuseUrl(url, policy)).toBeUndefined();
    },
  );

  test.each([
    'file:///etc/passwd',
    'data:text/plain,x',
    'https://user:secret@example.com/',
    'https://app.example.com/account',
    'http://localhost:3000/',
    'http://printer/',
    'http://nas.local/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::ffff:192.168.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'not a url',
  ])('%s is not', (url) => {
    expect(refuseUrl(url, policy)).toBeTypeOf('string');
  });

  test('a private host is reached where the app names it, on its port', () => {
    const named = { ...policy, privateHosts: ['localhost:3000'] };
    expect(refuseUrl('http://localhost:3000/', named)).toBeUndefined();
    expect(refuseUrl('http://localhost:3001/', named)).toContain('localhost');
  });

  test('only hosts of the list are reached, and it opens nothing private', () => {
    const listed = { ...policy, allowedHosts: ['example.com', '*.example.org', '127.0.0.1'] };
    expect(refuseUrl('https://example.com/', listed)).toBeUndefined();
    expect(refuseUrl('https://a.example.org/', listed)).toBeUndefined();
    expect(refuseUrl('https://evil-example.org/', listed)).toContain('not among');
    expect(refuseUrl('https://sub.example.com/', listed)).toContain('not among');
    expect(refuseUrl('http://127.0.0.1/', listed)).toContain('private');
  });
});
