import { fold } from './fold.ts'

/** One form in the search language. The app’s help and the table in docs/search.md show these rows. */
export type LanguageRow = {
  readonly about: string
  readonly form: string
  readonly finds: string
  /** A complete search to try. */
  readonly example: string
}

type Row = readonly [form: string, finds: string, example: string]

const words: readonly Row[] = [
  [
    'word',
    'Messages with a word that starts with these letters, in the subject, recipient, sender, a tag, the reason or a metadata value. Case and accents make no difference.',
    'invo',
  ],
  ['word-word', 'Words written together. They must follow each other, and the last one may be longer.', 'password.res'],
  ['"words"', 'Exactly these words, next to each other and in this order.', '"your order"'],
  ['"words"*', 'The same words, but the last one may be longer.', '"reset your pass"*'],
  ['ue for ü', 'ä, ö, ü and ø are also found as ae, oe, ue and oe, so mueller and Müller find each other.', 'mueller'],
]

const combined: readonly Row[] = [
  ['a b', 'Both words, in any order.', 'invoice lefevre'],
  ['a OR b', 'Either word. Write OR in capitals. Terms side by side are combined before OR.', 'invoice OR shipping'],
  ['-a, NOT a', 'Messages without this.', 'order -tag:newsletter'],
  ['(a OR b) c', 'Parentheses form a group, which can also be negated.', '(invoice OR shipping) -state:delivered'],
]

const people: readonly Row[] = [
  ['to:word', 'The recipient’s address contains a word that starts with these letters.', 'to:lefevre'],
  ['to:address', 'Recipients whose address starts with these characters.', 'to:jane@example.org'],
  ['to:*part*', 'Any part of the recipient’s address, even inside a word.', 'to:*fevre*'],
  ['to:=address, to:"address"', 'Exactly this recipient.', 'to:=jane@example.org'],
  ['domain:name', 'Recipients of this domain or one of its subdomains.', 'domain:example.org'],
  ['domain:=name', 'Recipients of this domain, without its subdomains.', 'domain:=example.org'],
  ['from:word, from:address, from:*part*, from:=address', 'The same forms for the sender.', 'from:invoices'],
]

const texts: readonly Row[] = [
  ['subject:word', 'The subject contains a word that starts with these letters.', 'subject:invoice'],
  ['tag:word', 'A tag contains a word that starts with these letters.', 'tag:news'],
  ['reason:word', 'The reason for the last state contains this word.', 'reason:"mailbox full"'],
  ['field:"words"', 'Exactly these words, next to each other, in this field.', 'subject:"your order"'],
  ['field:=value', 'Exactly this text, as the complete field or as one of its values.', 'tag:=order'],
]

const metadata: readonly Row[] = [
  ['meta.KEY:word', 'This metadata value contains a word that starts with these letters.', 'meta.order:N-2'],
  ['meta.KEY:=value', 'The value is exactly this text.', 'meta.order:=N-290462'],
  ['meta.KEY:*', 'Messages that have this metadata key, with any value.', 'meta.invoice:*'],
  ['meta."KEY":word', 'A key with spaces or colons. Write a nested key with a dot.', 'meta."order id":47'],
]

const states: readonly Row[] = [
  ['state:name', 'The last state. The start of its name is enough.', 'state:delivered'],
  ['state:bounced', 'Soft and hard bounces.', 'state:bounced'],
  ['state:failed', 'Bounced, rejected, error or filtered.', 'state:failed'],
  ['state:pending', 'Requested, scheduled or deferred.', 'state:pending'],
  ['field:a,b', 'One of several values, for state, domain, id and key.', 'state:rejected,error'],
]

const numbers: readonly Row[] = [
  ['opened:yes, opened:no', 'Opened at least once, or never.', 'opened:no'],
  ['clicked:yes, clicked:no', 'A link was clicked at least once, or never.', 'clicked:yes'],
  ['opens:n, clicks:n', 'Exactly this number of opens or clicks.', 'opens:1'],
  ['opens:>n', 'More than n. The other comparisons are >=, <, and <=.', 'opens:>2'],
  ['clicks:a..b', 'From a to b, inclusive.', 'clicks:1..3'],
  ['size:>n', 'The size in bytes, or in kb, mb or gb (1 kb is 1,024 bytes).', 'size:>50kb'],
]

const times: readonly Row[] = [
  ['after:date', 'Created on or after this date, in your time zone.', 'after:2026-01-31'],
  ['before:date', 'Created before this date begins.', 'before:2026-02'],
  ['on:date', 'Created on this day, or in this month or year.', 'on:yesterday'],
  ['dates', 'A year, month, day or minute, or the words today and yesterday.', 'after:2026-01-31T08:30'],
  [
    'last:n',
    'Created in the last n days (d), weeks (w), months (mo), or years (y) up to today, or minutes (m) or hours (h) up to now.',
    'last:7d',
  ],
]

const ids: readonly Row[] = [
  ['id:id', 'The message with exactly this ID.', 'id:1941f29f34a-0'],
  ['key:id', 'Messages sent with the API key that has this ID.', 'key:66a1f0c2b7d94e0012ab3401'],
]

function rowsOf(about: string, rows: readonly Row[]): LanguageRow[] {
  return rows.map(([form, finds, example]) => ({ about, form, finds, example }))
}

export const searchLanguage: readonly LanguageRow[] = [
  ...rowsOf('Words', words),
  ...rowsOf('Combine', combined),
  ...rowsOf('People', people),
  ...rowsOf('Text', texts),
  ...rowsOf('Metadata', metadata),
  ...rowsOf('State', states),
  ...rowsOf('Numbers', numbers),
  ...rowsOf('Time', times),
  ...rowsOf('IDs', ids),
]

export function languageRows(typed: string): LanguageRow[] {
  const wanted = fold(typed).split(/\s+/).filter(Boolean)
  return searchLanguage.filter((row) => {
    const text = fold(Object.values(row).join(' '))
    return wanted.every((word) => text.includes(word))
  })
}
