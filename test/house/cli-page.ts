import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCommand } from '../../src/cli/framework/command.ts'
import { exitLines, flagHead, flagText, shownFlags, usage } from '../../src/cli/framework/help.ts'
import { commands, intro } from '../../src/cli/mailroom.ts'
import { repository } from './source-tree.ts'

export const cliPagePath = join(repository, 'docs', 'cli.md')

export function readCliPage(): string {
  return readFileSync(cliPagePath, 'utf8')
}

/** The page about the command line, made from what `--help` is made from. */
export async function cliPage(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  const contents = loaded.map(({ name, summary }) => `- [\`mailroom ${name}\`](#${anchor(name)}): ${summary}`)
  const sections = loaded.map(sectionOf)
  return [
    '# The command line',
    '<!-- Made from the commands by npm run fix. -->',
    intro,
    'On a clone, `npm run --silent mailroom -- COMMAND` runs it.',
    contents.join('\n'),
    ...sections,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

function sectionOf(command: AnyCommand): string {
  const { name, summary, description, operand, examples } = command
  const flags = shownFlags(command).map(([flag, about]) => [`\`${flagHead(flag, about)}\``, flagText(about)] as const)
  const exits = exitLines(command).map(([code, meaning]) => [String(code), meaning] as const)
  const operands = operand ? [[`\`${operand.name}\``, operand.description] as const] : []
  return [
    `## mailroom ${name}`,
    `${summary}.`,
    fenced([usage(command)]),
    ...description,
    table(['flag', 'what it does'], [...operands, ...flags]),
    fenced(examples.flatMap(({ run, does }, at) => [...(at === 0 ? [] : ['']), `# ${does}`, run])),
    table(['exit code', 'meaning'], exits),
  ].join('\n\n')
}

function fenced(lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n')
}

/** As prettier aligns it. */
function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n')
}

function anchor(name: string): string {
  return `mailroom-${name.replaceAll(' ', '-')}`
}
