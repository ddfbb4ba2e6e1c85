/** A text of about the given length that is meant to cost more than it should. */
export type TextMaker = (length: number) => string

function repeated(pump: string, prefix = '', suffix = ''): TextMaker {
  return (length) => prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix
}

/** Half of one, then half of the other. */
function halves(first: string, second: string): TextMaker {
  return (length) => first.repeat(length >> 1) + second.repeat(length >> 1)
}

const signs = [...'a1 ()"\'\\-:=>@<,.;/#?&%!|[{\n\t', '漢', 'é', '😀', '\ud800', '\u200b', '\u202e', '\u0301', '\ufdfa']

const pieces = [
  ...[
    '()',
    '(a ',
    'NOT ',
    'NOT(',
    'a OR ',
    'OR ',
    'to:',
    'to:a ',
    'meta.a:',
    'meta."a":b ',
    '"a',
    '\\"',
    '-(',
    '-(a ',
    'NOT(a OR b ',
    'a:',
    'has:',
  ],
  ...['1.', '1..', '2024-', 'after:2024 ', 'last:1d ', '1970-01-01T00:00:00 ', '>=1kb', '-1', '0.', '+00:00'],
  ...['{{', '{{a', '{{a}}', '{{ a }}', '}}', '{ {', '{{unsubscribe'],
  ...[
    '<a ',
    '<a href=',
    '<a href="http://a.b',
    '<a href="http://a.b">',
    "<a b='",
    '<div>',
    '</div>',
    '<table><tr><td>',
    '<!--',
    '<ul><li>',
  ],
  ...['http://', 'https://a ', 'https://a.b/?', '://', '//', 'www.', 'a.', '..', '&amp;', '&#39;', '&lt'],
  ...[
    'a@',
    'a@b.',
    'a@b.cc ',
    'a@b.cc,',
    '<a@b.cc>',
    '"a" <a@b.cc>, ',
    '"a,b" ',
    '@@',
    '<a',
    'a1',
    'a1-',
    'key=',
    '"key":"a',
  ],
  ...[
    'iPhone ',
    'iPad; OS ',
    'Android ',
    'Version/1 ',
    'Macintosh ',
    'Trident/',
    'Mozilla/5.0 ',
    'en-',
    'proton',
    'protonmail',
  ],
  ...['\r\n', '\r', 'a\tb', '=1+', "'=", '-+', '\u0301\u0327', '\u0327\u0301', 'e\u0301', '가', 'ä ö '],
]

/** Texts by name. Whatever reads text of others must read each of them in linear time. */
export const texts: Readonly<Record<string, TextMaker>> = {
  ...Object.fromEntries([...signs, ...pieces].map((pump) => [JSON.stringify(pump), repeated(pump)])),
  'placeholder of blanks': repeated(' ', '{{'),
  'placeholder of blanks, closed': repeated(' ', '{{a', '}'),
  'placeholder of 200 letters': repeated(`{{${'a'.repeat(199)}`),
  'link of brackets': repeated(')', 'https://'),
  'link of brackets and a letter': repeated(')', 'https://', 'a'),
  'link of quotes': repeated('\'"', '<a href='),
  'blanks in a link': repeated(' ', '<a href', '>'),
  'blanks behind a date': repeated(' ', '2024-01-01T00:00:00', 'x'),
  'digits behind a date': repeated('1', '2024-01-01T00:00:00.'),
  'phrase that is not closed': repeated('a ', '"'),
  'field with a long name': repeated('a', '', ':b'),
  'period with a long number': repeated('9', 'last:', 'd'),
  'marks in two orders': halves('\u0301', '\u0327'),
  'brackets that close late': halves('(', ')'),
  'quotes in quotes': halves('\\"', '"'),
  'address with a long name': repeated('a', '', '@b.cc'),
  'address with a long domain': repeated('a.', 'a@', 'cc'),
  'address with a dash at its end': repeated('-', 'a@b'),
  'name before an address': repeated(' ', '"', '" <a@b.cc'),
}
