import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { reasonTermOf, sizeTermOf } from '#shared/domain/statistics/details/detail-terms.ts'
import { actorNames, openTimeNames, sizeName } from '#shared/domain/statistics/details/detail-names.ts'
import { reasonName } from '#shared/domain/statistics/details/reason-name.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { visible } from '#shared/text/visible.ts'
import { stateLook } from '../../../lib/ui/badges/state-look.ts'
import { shareOf, shareText, type Line } from '../panels/rates/share-lines.ts'

type Numbers = Pick<Formats, 'number' | 'locale'>
type Refusal = ArchiveDetails['refused']['reasons']['values'][number]

export function sizeLines({ classes, unknown }: ArchiveDetails['sizes'], formats: Numbers): Line[] {
  const lines = classLines(classes, (at) => sizeName(at, formats), formats).map((line, at) => ({
    ...line,
    term: () => (classes[at]! > 0 ? sizeTermOf(at) : undefined),
  }))
  if (unknown === 0) return lines
  const cells = () => [{ text: formats.number(unknown) }, { text: '' }]
  return [...lines, { id: 'unknown', name: 'Unknown size', isMuted: true, share: 0, cells, term: () => 'size:0' }]
}

export function openTimeLines({ classes }: ArchiveDetails['timeToOpen'], formats: Numbers): Line[] {
  return classLines(classes, (at) => openTimeNames[at]!, formats)
}

function classLines(classes: readonly number[], name: (at: number) => string, formats: Numbers): Line[] {
  const all = classes.reduce((sum, messages) => sum + messages, 0)
  const most = Math.max(...classes)
  return classes.map((messages, at) => ({
    id: String(at),
    name: name(at),
    share: shareOf(messages, most),
    cells: () => [{ text: formats.number(messages) }, { text: shareText(messages, all, formats) }],
  }))
}

export function reasonLines(refusals: readonly Refusal[], formats: Numbers): Line[] {
  const most = refusals[0]?.messages ?? 0
  return refusals.map((refusal) => {
    const { state, reason, example, messages } = refusal
    const inside: Line = { id: 'example', name: visible(example), share: 0, cells: () => [{ text: '' }, { text: '' }] }
    return {
      id: `${state} ${reason}`,
      name: reasonText(refusal),
      isMuted: reason === '',
      share: shareOf(messages, most),
      cells: () => [{ text: stateLook(state).label }, { text: formats.number(messages) }],
      term: () => reasonTermOf(refusal),
      ...(example !== reason && { lines: () => [inside], note: 'An example, as the server wrote it' }),
    }
  })
}

function reasonText({ reason }: Refusal): string {
  if (reason === '') return 'No reason given'
  const name = reasonName(reason)
  return name === '' ? visible(reason) : `${name} · ${visible(reason)}`
}

type Activities = Pick<ArchiveDetails, 'opened' | 'clicked'>

export function peopleLines({ opened, clicked }: Activities, formats: Numbers): Line[] {
  const sum = ({ by }: ArchiveDetails['opened']) => by.human + by.proxy + by.machine + by.unknown
  const [opens, clicks] = [sum(opened), sum(clicked)]
  return actorNames.map(([actor, name]) => ({
    id: actor,
    name,
    share: shareOf(opened.by[actor], opens),
    cells: () => [
      { text: formats.number(opened.by[actor]) },
      { text: shareText(opened.by[actor], opens, formats) },
      { text: formats.number(clicked.by[actor]) },
      { text: shareText(clicked.by[actor], clicks, formats) },
    ],
  }))
}
