import { recogniseFile } from '#formats/index.ts'
import { checkBaseUrl } from '#core/api/profile/base-url.ts'
import { chooseProxy } from '#core/api/profile/proxy.ts'
import { scrub } from '#core/api/http/scrub.ts'
import { readDate as readServiceDate } from '#shared/domain/base/read-date.ts'
import { redactDetails, redactText } from '#core/base/redact.ts'
import { linksOf } from '#sandbox/mail/links.ts'
import { textVersion } from '#sandbox/mail/text-version.ts'
import { readUserAgent, readLanguage } from '#sandbox/tracking/user-agent.ts'
import { isMailAddress, mayBeRecipient } from '#shared/text/mail-address.ts'
import { complete } from '#shared/domain/query/complete.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { print } from '#shared/domain/query/print.ts'
import { words } from '#shared/domain/query/words.ts'
import { slug } from '#shared/text/slug.ts'
import { doubts } from '#shared/domain/messages/machine-opens.ts'
import { placeholders, substitute } from '#shared/domain/drafts/substitution.ts'
import { tsvLine } from '#shared/text/tsv.ts'
import { linkNotes, opensAs, trackedTarget } from '../../src/renderer/src/features/mail/link-notes.ts'
import { periodIn } from '../../src/renderer/src/features/query/text/period-term.ts'
import {
  conditionsOf,
  shownChips,
  withPeriod,
  withTerm,
} from '../../src/renderer/src/features/query/text/query-text.ts'
import { parseHash, printHash } from '../../src/renderer/src/lib/state/route.ts'
import { visible, withoutBidiControls } from '#shared/text/visible.ts'
import { addChips, splitChips } from '../../src/renderer/src/lib/ui/comboboxes/chips.ts'
import { suggest } from '../../src/renderer/src/lib/ui/comboboxes/suggestions.ts'
import { rank } from '../../src/renderer/src/shell/palette-search.ts'

const values = new Map([['a', 'A']])
const bytes = new TextEncoder()
const reading = { kind: 'open', at: 1000, ip: '192.0.2.1', url: '' } as const
const life = { createdDate: 0, lastStateDate: 5, lastState: 'delivered' }

/** Every function that reads foreign text. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  parse: (text) => parse(text),
  'parse and print': (text) => {
    const { query } = parse(text)
    return query && print(query)
  },
  complete: (text) => complete(text, text.length),
  fold,
  words,
  shownChips,
  conditionsOf: (text) => conditionsOf(text, 8),
  withTerm: (text) => withTerm(text, 'to', null),
  withPeriod: (text) => withPeriod(text, null),
  periodIn: (text) => periodIn(text, '2026-01-01'),
  slug,
  isMailAddress,
  mayBeRecipient,
  splitChips: (text) => addChips([], splitChips(text)),
  suggest: (text) => suggest([{ value: 'a', label: text }], text),
  rank: (text) => rank([{ title: text }], text),
  visible,
  withoutBidiControls,
  opensAs,
  linkNotes: (text) => linkNotes(text, `https://a.example/${text}`),
  trackedTarget: (text) => trackedTarget(`http://127.0.0.1/t/c/${text}`),
  hash: (text) => printHash(parseHash(`#/${text}`).segments, { text }),
  doubts: (text) => doubts([{ ...reading, userAgent: text, program: text } as never], life),
  tsvLine: (text) => tsvLine([text, text]),
  substitute: (text) => substitute(text, values, 'html'),
  placeholders: (text) => placeholders(text),
  linksOf: (text) => linksOf(text, text),
  textVersion: (text) => Array.from(textVersion(text)),
  readUserAgent: (text) => readUserAgent(text, text),
  readLanguage,
  redactText,
  redactDetails: (text) => redactDetails({ text, list: [text], [text.slice(0, 200)]: 1 }),
  scrub: (text) => scrub(text, 'a-key-of-the-account='),
  checkBaseUrl,
  chooseProxy: (text) =>
    chooseProxy(new URL('https://a.example/v1'), text, { HTTPS_PROXY: 'http://p', NO_PROXY: text }),
  readServiceDate,
  recogniseFile: (text) => recogniseFile(bytes.encode(text).subarray(0, 4096)),
}
