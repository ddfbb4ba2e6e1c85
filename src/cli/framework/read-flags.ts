import { parseArgs } from 'node:util'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Command, Flag, Flags, Given } from './command.ts'
import { didYouMean } from './did-you-mean.ts'
import { UsageError } from './usage-error.ts'

type Readable<Known extends Flags> = Pick<Command<Known>, 'name' | 'flags' | 'operand'>

/** Parses the arguments after a command’s name. Throws an error whose message says what is wrong with them. */
export function readFlags<Known extends Flags>(
  command: Readable<Known>,
  argumentList: readonly string[],
): Given<Known> {
  const known = withAliases(command.flags)
  const options = Object.fromEntries(
    [...known].map(([name, { flag }]) => [name, { type: flag.value === undefined ? 'boolean' : 'string' } as const]),
  )
  const { tokens } = parseArgs({ args: [...argumentList], options, strict: false, tokens: true })
  const found = new Map<string, string[]>()
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      operands.push(token.value)
      continue
    }
    const { name, flag } = known.get(token.name) ?? unknownFlag(command, token.rawName)
    found.set(name, [...(found.get(name) ?? []), valueOf(flag, token)])
  }
  refuseOperands(command, operands)
  const flags = Object.entries(command.flags).map(([name, flag]) => [name, shapeOf(flag, found.get(name))])
  return { flags: Object.fromEntries(flags) as Given<Known>['flags'], operands }
}

function withAliases(flags: Flags): Map<string, { name: string; flag: Flag }> {
  const known = new Map<string, { name: string; flag: Flag }>()
  for (const [name, flag] of Object.entries(flags)) {
    for (const spelling of [name, ...(flag.aliases ?? [])]) known.set(spelling, { name, flag })
  }
  return known
}

type OptionToken = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

function valueOf(flag: Flag, { rawName, value, inlineValue }: OptionToken): string {
  if (flag.value === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    return ''
  }
  // If another flag follows, the value is missing. A lone dash is a value: it means stdin or stdout.
  const isFlag = inlineValue !== true && value !== undefined && value.startsWith('-') && value !== '-'
  // A negative number is a value, not a flag. The command decides whether it is in range.
  const isNumber = value !== undefined && /^-\d{1,15}$/.test(value)
  if (value === undefined || value === '' || (isFlag && !isNumber)) throw new UsageError(`${rawName} needs a value.`)
  return value
}

function shapeOf(flag: Flag, values: readonly string[] | undefined): string | boolean | readonly string[] | undefined {
  if (flag.value === undefined) return values !== undefined
  return flag.many ? (values ?? []) : values?.at(-1)
}

function unknownFlag({ flags, operand }: Readable<Flags>, rawName: string): never {
  const shown = Object.entries(flags).flatMap(([name, { isHidden }]) => (isHidden ? [] : [`--${name}`]))
  const hint = operand ? ` Put a ${operand.name} that begins with a hyphen after --.` : ''
  throw new UsageError(`There is no flag ${rawName}.${didYouMean(rawName, shown) || hint}`)
}

function refuseOperands({ name, operand }: Readable<Flags>, operands: readonly string[]): void {
  const extra = operands[operand?.most ?? 0]
  if (extra === undefined) return
  if (operand === undefined) throw new UsageError(`mailroom ${name} takes only flags, and "${extra}" is not one.`)
  const most = plural(english, operand.most, operand.name)
  throw new UsageError(`mailroom ${name} takes at most ${most}, and "${extra}" is one too many.`)
}
