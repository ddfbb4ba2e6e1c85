import { readChoice } from '../framework/read-values.ts'
import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { writeBytes } from '../framework/output.ts'
import { UsageError } from '../framework/usage-error.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Print a completion script for a shell',
  description: ['The script completes commands, flags, and the values of flags that accept only certain values.'],
  operand: { name: 'SHELL', description: `one of ${shells.join(', ')}`, most: 1, choices: shells },
  flags: {},
  examples: [
    {
      run: 'source <(mailroom completion bash)',
      does: 'For this shell only. Add the line to ~/.bashrc to have it in every shell.',
    },
    { run: 'mailroom completion zsh > ~/.zfunc/_mailroom', does: 'For zsh: writes the script to a folder in $fpath.' },
    {
      run: 'mailroom completion fish > ~/.config/fish/completions/mailroom.fish',
      does: 'For fish: writes the script to its completions folder.',
    },
  ],
  exits: {},
  run: async ({ operands: [given] }, terminal, all) => {
    if (given === undefined) throw new UsageError(`mailroom completion needs a shell: ${shells.join(', ')}.`)
    const shell = readChoice(given, 'mailroom completion', shells)
    const { completionOf } = await import('../framework/completion.ts')
    const loaded = await Promise.all(Object.values(all).map((load) => load()))
    await writeBytes(terminal.stdout, completionOf(shell, loaded))
    return exitCodes.done
  },
})
