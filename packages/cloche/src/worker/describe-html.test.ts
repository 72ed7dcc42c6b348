import { describe, expect, test } from 'vitest';
import { describeHtml } from './describe-html.ts';

const PAGE = `<!doctype html><title>T</title><style>p{color:red}</style><script src="/app.js"></script>
<script>fetch("/api/users?all=1")</script><meta name="description" content="About">
<h1>Head</h1><p>One <b>two</b> &amp; <a href="/x">three</a></p><!-- todo -->
<table><tr><th>A<th>B<tr><td>1<td>2</table>
<form action="/login" method="post"><input name="user"><input type="hidden" name="token" value="7"></form>`;

describe('a page as text', () => {
  test('is compact Markdown without scripts and styles', () => {
    const text = describeHtml({ html: PAGE, url: 'https://example.com/dir/', extract: false });
    expect(text).toContain('# Head\nOne **two** & [three](https://example.com/x)\n| A | B |');
    expect(text).not.toMatch(/\n\s*\n|fetch|color:red|todo/);
  });

  test('with extract says what else is in it', () => {
    const [, found] = describeHtml({ html: PAGE, url: 'https://example.com/', extract: true }).split('=== RECON ===');
    expect(found?.trim().split('\n')).toEqual([
      'comments:',
      '  todo',
      'scripts:',
      '  /app.js',
      'endpoints:',
      '  /api/users?all=1',
      'forms:',
      '  POST /login → user(text), token(hidden=7)',
      'meta:',
      '  description: About',
      'links:',
      '  /x',
    ]);
  });

  test.each(['<', '<!--', '&', '<a ', '<p x="', '</', '<div>', '<table><tr><td>', '<ul><li>', '<a href="x">'])(
    'ends for a page of nothing but %j',
    (piece) => {
      const html = piece.repeat(200_000);
      expect(describeHtml({ html, url: 'https://example.com/', extract: true })).toBeTypeOf('string');
    },
  );

  test.each([
    ['<div>', '</span>'],
    ['<form>', '<input name=x>'],
    ['<script>', '"/a"'],
    ['<li>', '</ul>'],
  ])('ends for a page of %j and then %j', (first, second) => {
    const html = first.repeat(100_000) + second.repeat(100_000);
    expect(describeHtml({ html, url: 'https://example.com/', extract: true })).toBeTypeOf('string');
  });

  test('names at most 100 findings of a kind, each cut', () => {
    const links = Array.from({ length: 1000 }, (_, at) => `<a href="/${at}/${'x'.repeat(1000)}">`).join('');
    const text =
      describeHtml({ html: links, url: 'https://example.com/', extract: true }).split('=== RECON ===')[1] ?? '';
    expect(text.trim().split('\n')).toHaveLength(101);
    expect(text.length).toBeLessThan(60_000);
  });

  test('reads tags as browsers do: the first of two attributes, entities, no tags in comments and scripts', () => {
    const html = `<A HREF='/a?b&amp;c' href=/second>x</a><!-- <a href=/hidden> --><script>'<a href="/no">'</script>"/text-not-script"`;
    const found = describeHtml({ html, url: 'https://example.com/', extract: true }).split('=== RECON ===')[1];
    expect(found?.trim().split('\n')).toEqual([
      'comments:',
      '  <a href=/hidden>',
      'endpoints:',
      '  /no',
      'links:',
      '  /a?b&c',
    ]);
  });
});
