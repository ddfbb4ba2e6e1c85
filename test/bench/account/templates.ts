import { diffLines } from 'diff'
import { compareMails } from '../../../src/renderer/src/features/templates/difference/compare-mails.ts'
import { compareTexts } from '../../../src/renderer/src/features/templates/difference/compare-texts.ts'
import { figure, median, type Print } from '../support/figure.ts'

const rounds = 15
const letters = 500_000
const shares = [0.002, 0.05]

/** Compares two versions of a template of half a megabyte, as its worker does. */
export function benchTemplates(print: Print): void {
  const before = rows()
  for (const share of shares) {
    const after = withChanges(before, share)
    const one = before.join('\n')
    const other = after.join('\n')
    const ours: number[] = []
    const peer: number[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(timed(() => compareTexts(one, other).changes.length))
      peer.push(timed(() => diffLines(one, other).length))
    }
    const bench = `templates.diff-500kb, ${share * 100} % of the lines changed`
    print(
      figure({
        bench,
        ours: median(ours),
        peer: median(peer),
        unit: 'ms',
        n: one.length,
        peerName: 'jsdiff, lines alone',
      }),
    )
  }
  const [one, other] = [before.join('\n'), withChanges(before, shares[1]!).join('\n')]
  const shown = Array.from({ length: rounds }, () => timed(() => compareMails(one, other, 'bench').count))
  const given = { ours: median(shown), peer: 1000, unit: 'ms', n: one.length, peerName: 'the goal' }
  print(figure({ bench: 'templates.rendered-diff-500kb', ...given }))
}

/** The rows of a newsletter. */
function rows(): string[] {
  const lines = ['<table>']
  for (let length = 0; length < letters;) {
    const at = lines.length
    const line = `<tr><td style="padding:${at % 40}px">Item ${at} of your order</td><td><a href="https://shop.example/${at}">See ${(at * 7919) % 10_007}</a></td></tr>`
    lines.push(line)
    length += line.length + 1
  }
  return [...lines, '</table>']
}

function withChanges(lines: readonly string[], share: number): string[] {
  const every = Math.round(1 / share)
  return lines.map((line, at) => (at % every === 1 ? line.replace('of your order', 'that you ordered') : line))
}

function timed(work: () => number): number {
  const began = performance.now()
  if (work() === 0) throw new Error('No change was found.')
  return performance.now() - began
}
