// The flags of `npm start` are read before anything is installed, built or opened. Invalid values are refused here too, so
// that nobody waits a minute for a build only to learn of a typing mistake.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const startHelp = `Usage: npm start -- [options]

  --data DIR       keep everything in this folder instead of the usual one
  --scenario NAME  open with a sandbox account that has data: empty, demo or million
  --browser        do not try Electron
  --no-open        start without opening a window; the address is printed
  --port N         listen on this port of 127.0.0.1 instead of the last one
  --json           one line of JSON with the address when ready (npm start --silent keeps npm's own lines out)
  --help           this text
`

const options = {
  data: { type: 'string' },
  scenario: { type: 'string' },
  // The former name of `scenario`, which still works.
  sandbox: { type: 'string' },
  browser: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  port: { type: 'string' },
  json: { type: 'boolean' },
  secrets: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
}

/**
 * The flags for the host. A relative data folder is resolved against the folder in which the command was typed, which
 * npm passes in INIT_CWD because it runs scripts in the project’s folder. `problem` is the sentence for invalid flags.
 */
export function readStartFlags(argumentList, cwd = process.env.INIT_CWD ?? process.cwd()) {
  const { tokens } = parseArgs({ args: argumentList, options, strict: false, tokens: true })
  const flags = []
  for (const { kind, name, rawName, value, inlineValue } of tokens) {
    if (kind === 'option-terminator') continue
    if (kind === 'positional') return { problem: `Mailroom takes only flags, and "${value}" is not one. ${known}` }
    if (!Object.hasOwn(options, name)) return { problem: `There is no flag ${rawName}. ${known}` }
    const takesValue = options[name].type === 'string'
    // A flag where the value should be means that the value is missing.
    const isMissing = !value || (!inlineValue && value.startsWith('-'))
    if (takesValue && isMissing) return { problem: `${rawName} needs a value. ${known}` }
    if (!takesValue && value !== undefined) return { problem: `${rawName} takes no value. ${known}` }
    if (name === 'help') return { help: true }
    const problem = valueProblem(name, value)
    if (problem) return { problem: `${problem} ${known}` }
    flags.push({ name, value: name === 'data' ? resolve(cwd, value) : value })
  }
  return { flags }
}

const scenarios = ['empty', 'demo', 'million']

/** The host’s message for an invalid value; null for a valid one. */
function valueProblem(name, value) {
  const isScenario = name === 'scenario' || name === 'sandbox'
  if (isScenario && !scenarios.includes(value)) {
    return `--scenario takes one of ${scenarios.join(', ')}, not "${value}".`
  }
  const isPort = /^\d{1,5}$/.test(value) && Number(value) <= 65_535
  if (name === 'port' && !isPort) return `--port takes a number from 0 to 65535, not "${value}".`
  return null
}

const known = 'npm start -- --help lists all flags.'
