import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { chosenBy, serveFlags } from '../serve/serve-flags.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Open the app in a browser of this computer',
  description: [
    'Starts the app and opens its page in a window of a Chromium browser, or in the default browser. The app runs until Ctrl+C or a signal stops it. If it runs already with the same data folder, its page is brought to front. A command that is using the folder is waited for.',
  ],
  flags: serveFlags,
  examples: [
    { run: 'mailroom serve', does: 'Opens the app.' },
    { run: 'mailroom serve --scenario demo', does: 'Opens it with a sandbox account that has a year of messages.' },
    { run: 'mailroom serve --no-open --json --port 8080', does: 'For a script: one line of JSON has the address.' },
  ],
  exits: { [exitCodes.busy]: undefined },
  run: async (given, terminal) => {
    const flags = chosenBy(given)
    const { serve } = await import('../serve/serve.ts')
    return serve(flags, terminal)
  },
})
