import { defineCommand } from '../framework/command.ts'
import { chosenBy, sandboxFlags } from '../sandbox/sandbox-flags.ts'

export const sandboxCommand = defineCommand({
  name: 'sandbox',
  summary: 'Run a local copy of the email service to develop against',
  description: [
    'Prints the address, user and key of a service that behaves like the real one and sends nothing. It runs until Ctrl+C or a signal stops it.',
  ],
  flags: sandboxFlags,
  examples: [
    { run: 'mailroom sandbox --scenario demo', does: 'A service with three months of messages, in memory.' },
    {
      run: 'mailroom sandbox --data ./sandbox-data --port 8025 --json',
      does: 'For a test: the same data at each start, a fixed port, and one line of JSON when the sandbox is ready.',
    },
    {
      run: 'mailroom sandbox --seed 7 --key test-key --port 8025',
      does: 'For a test suite: every run is the same. Each worker of the suite can set these values with MAILROOM_SANDBOX_PORT, MAILROOM_SANDBOX_KEY and MAILROOM_SANDBOX_SEED.',
    },
    {
      run: 'mailroom sandbox --listen 0.0.0.0 --port 8025 --smtp-port 2525 --host sandbox',
      does: 'In a container, for programs in other containers. MAILROOM_SANDBOX_TOKEN contains the token; MAILROOM_SANDBOX_LISTEN can replace --listen.',
    },
    {
      run: 'mailroom sandbox --data ./sandbox-data --header-names X-ABC-User,X-ABC-Key --prefix X-ABC-',
      does: 'For a program that uses its provider’s names for headers and options.',
    },
  ],
  exits: {},
  run: async (given, terminal) => {
    const flags = chosenBy(given, terminal)
    const { runSandbox } = await import('../sandbox/run-sandbox.ts')
    return runSandbox(flags, terminal)
  },
})
