// What the server answers that curl and wget are recorded against, and that tests stand in for.

/** Answers a request: its method, path with query, and body as text. */
export function answer({ method, path, body }) {
  const [route] = path.split('?');
  switch (route) {
    case '/a.txt':
    case '/dir/b.txt':
      return reply(200, 'OK', `text of ${route}\n`);
    case '/json':
      return reply(200, 'OK', '{"a":1}\n', [['content-type', 'application/json']]);
    case '/empty':
      return reply(200, 'OK', '');
    case '/echo':
      return reply(200, 'OK', `${method} ${path}\n${body}\n`);
    case '/moved':
      return reply(302, 'Found', 'moved\n', [['location', '/a.txt']]);
    case '/broken':
      return reply(500, 'Internal Server Error', 'broken\n');
    default:
      return reply(404, 'Not Found', 'no such thing\n');
  }
}

function reply(status, statusText, text, headers = [['content-type', 'text/plain']]) {
  return { status, statusText, text, headers: [...headers, ['content-length', String(text.length)]] };
}
