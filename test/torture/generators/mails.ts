const mega = 1024 * 1024
const fill = (pump: string, bytes: number) => pump.repeat(Math.ceil(bytes / pump.length))
const head = 'From: a@a.example\r\nTo: b@b.example\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n'
const html = (body: string) => `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${body}\r\n`

/** Nested parts, each with a different boundary. */
function nested(depth: number): string {
  let mail = head
  for (let level = 0; level < depth; level++) {
    mail += `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`
  }
  return `${mail}Content-Type: text/plain\r\n\r\nText\r\n`
}

/** Mails by name, as they are sent after DATA. */
export const mails: Readonly<Record<string, () => string>> = {
  'a plain one': () => `${head}\r\nText\r\n`,
  'parts nested 100 deep': () => nested(100),
  'parts nested 1,000 deep': () => nested(1000),
  'parts nested 20,000 deep': () => nested(20_000),
  'nine thousand parts': () =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(9000)}--b--\r\n`,
  'a header of 10 MB': () => `${head}X-Long: ${fill('a', 10 * mega)}\r\n\r\nText\r\n`,
  'a header of 10 MB in lines': () => `${head}X-Long: ${fill('a\r\n ', 10 * mega)}\r\n\r\nText\r\n`,
  'a hundred thousand headers': () => `${head}${fill('X-A: a\r\n', 0.8 * mega)}\r\nText\r\n`,
  'a subject of encoded words': () => `${head.replace('Hello', fill('=?utf-8?B?w6k=?=\r\n ', mega))}\r\nText\r\n`,
  'addresses without an end': () => `${head.replace('b@b.example', fill('(', mega))}\r\nText\r\n`,
  'a group of groups': () => `${head.replace('b@b.example', fill('a:', mega))}\r\nText\r\n`,
  'a content type of parameters': () => `${head}Content-Type: text/plain;${fill(' a=b;', mega)}\r\n\r\nText\r\n`,
  'a boundary that is everywhere': () =>
    `${head}Content-Type: multipart/mixed; boundary=-\r\n\r\n${fill('---\r\n', 4 * mega)}`,
  'quoted-printable of =': () => `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill('=', 4 * mega)}\r\n`,
  'base64 that is none': () => `${head}Content-Transfer-Encoding: base64\r\n\r\n${fill('@', 4 * mega)}\r\n`,
  'html nested 20,000 deep': () => html(fill('<div>', 100_000)),
  'html of tables nested': () => html(fill('<table><tr><td>', 750_000)),
  'html of a million <': () => html(fill('<', mega)),
  'html of links that are not closed': () => html(fill('<a href="http://a', 2 * mega)),
  'html with a link of brackets': () => html(`<a href="https://${fill(')', mega)}">a</a>`),
  'text with a link of brackets': () => `${head}\r\nhttps://${fill(')', 60_000)}a\r\n`,
  'text of placeholders of blanks': () =>
    `${head}X-SVC-SUB: [{"email":"b@b.example","values":{"a":"b"}}]\r\n\r\n{{${fill(' ', 60_000)}\r\n`,
  'text of many {{': () =>
    `${head}X-SVC-SUB: [{"email":"b@b.example","values":{"a":"b"}}]\r\n\r\n${fill('{{', 2 * mega)}\r\n`,
  'one line of 10 MB': () => `${head}\r\n${fill('a', 10 * mega)}\r\n`,
  // The library yields after each such line, which takes 6 µs: 2 MB are enough to show the cost, and 10 MB would take
  // 15 s.
  'dots at the start of lines': () => `${head}\r\n${fill('..\r\n', 2 * mega)}`,
  'short lines': () => `${head}\r\n${fill('a\r\n', 10 * mega)}`,
  'just fewer short lines than are refused': () => `${head}\r\n${'é\r\n'.repeat(199_000)}`,
}

const message = (change: object, to: readonly object[] = [{ address: 'b@b.example' }]) => ({
  to,
  msg: { from: { address: 'a@a.example' }, subject: 'Hello', ...change },
})
const named = (text: string) => ({
  ...message({ text }),
  headers: { 'X-SVC-SUB': [{ email: 'b@b.example', values: { a: 'b' } }] },
})
const people = (count: number) => Array.from({ length: count }, (_, at) => ({ address: `p${at}@b.example` }))

/** Send bodies by name: the value, or its JSON text. */
export const sends: Readonly<Record<string, () => unknown>> = {
  'placeholder of blanks': () => named(`{{${fill(' ', 100_000)}`),
  'placeholders without an end': () => named(fill('{{', mega)),
  'link of brackets': () =>
    message({ text: `https://${fill(')', 100_000)}a`, html: `<p>https://${fill(')', 100_000)}a</p>` }),
  'html nested 20,000 deep': () => message({ html: fill('<div>', 100_000) }),
  'html nested a million deep': () => message({ html: fill('<div>', 5 * mega) }),
  'html of half a link': () => message({ html: fill('<a href=', 4 * mega) }),
  'html of half a tag': () => message({ html: fill('<a ', 4 * mega) }),
  'lone surrogates': () => message({ subject: '\ud800', text: '\udc00'.repeat(1000) }),
  'recipient with a lone surrogate': () => message({ text: 'a' }, [{ address: '\ud800@b.example' }]),
  'ten thousand recipients': () => message({ text: 'a' }, people(10_000)),
  'a hundred thousand recipients': () => message({ text: 'a' }, people(100_000)),
  'a hundred thousand tags': () => message({ text: 'a', tags: Array.from({ length: 100_000 }, (_, at) => `t${at}`) }),
  'lists in lists': () => `{"to":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'a subject of 10 MB': () => message({ subject: fill('a', 10 * mega), text: 'a' }),
  'a text of 20 MB': () => message({ text: fill('é', 10 * mega) }),
  'marks in the subject': () => message({ subject: fill('\u0301\u0327', 200_000), text: 'a' }),
}
