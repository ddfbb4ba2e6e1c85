import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCommand } from '../../src/cli/framework/command.ts'
import { exitLines, flagHead, flagText, shownFlags, usage } from '../../src/cli/framework/help.ts'
import { commands, intro } from '../../src/cli/mailroom.ts'
import { markdownTable } from './markdown-table.ts'
import { repository } from './source-tree.ts'

export const cliPagePath = join(repository, 'docs', 'cli.md')

export function readCliPage(): string {
  return readFileSync(cliPagePath, 'utf8')
}

/** The page about the command line, generated from the same data as `--help`. */
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
    markdownTable(['flag', 'what it does'], [...operands, ...flags]),
    fenced(examples.flatMap(({ run, does }, at) => [...(at === 0 ? [] : ['']), `# ${does}`, run])),
    markdownTable(['exit code', 'meaning'], exits),
  ].join('\n\n')
}

function fenced(lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n')
}

function anchor(name: string): string {
  return `mailroom-${name.replaceAll(' ', '-')}`
}
