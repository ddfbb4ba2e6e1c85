import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { chosenBy, serveFlags } from '../serve/serve-flags.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Open the app in a browser on this computer',
  description: [
    'Starts the app and opens its page in a window of a Chromium browser, or in the default browser. The app runs until Ctrl+C or a signal stops it. If it is already running with the same data folder, its page is brought to the front. If another command is using the folder, the app waits for it to finish.',
  ],
  flags: serveFlags,
  examples: [
    { run: 'mailroom serve', does: 'Opens the app.' },
    {
      run: 'mailroom serve --scenario demo',
      does: 'Opens the app with a sandbox account that has three months of messages.',
    },
    {
      run: 'mailroom serve --no-open --json --port 8080',
      does: 'For a script: prints one line of JSON with the address.',
    },
  ],
  exits: { [exitCodes.busy]: undefined },
  run: async (given, terminal) => {
    const flags = chosenBy(given)
    const { serve } = await import('../serve/serve.ts')
    return serve(flags, terminal)
  },
})
