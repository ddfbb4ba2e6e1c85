import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { sendFlags } from '../send/send-flags.ts'

export const sendCommand = defineCommand({
  name: 'send',
  summary: 'Send a message to one person or to a list',
  description: [
    'Sends the way the app does: anything that can’t be sent is refused before the first call, every call is recorded before it is made, and no call is made twice. If a response is lost, the exit code says so and mailroom sends show looks for the call’s records.',
    'The message comes from a saved draft, a mail file or the flags. A mail file provides the sender, Reply-To, To, Cc, Bcc, the subject, the HTML and plain-text versions, the attachments and headers whose names begin with X- or List-.',
    'On a terminal, the command asks first; a script has to give --yes. --dry-run shows what would happen, and refuses what a send would refuse. Ctrl+C stops further calls, waits for those already made and counts them; mailroom sends resume continues from there.',
  ],
  flags: sendFlags,
  examples: [
    {
      run: 'echo "Hello" | mailroom send --from shop@example.com --to click+2@shop.example --subject Hello --text - --yes',
      does: 'Sends one message.',
    },
    {
      run: 'mailroom send --from shop@example.com --to-file people.csv --subject "Hello {{name}}" --html news.html --tag news --dry-run --mails preview.zip',
      does: 'Sends nothing, and writes every message to a zip file.',
    },
    {
      run: 'mailroom send --draft "Weekly figures" --yes',
      does: 'Sends a draft from the app to the draft’s recipients. The draft can be sent again.',
    },
    {
      run: 'mailroom send --eml invoice.eml --to ann@shop.example --yes',
      does: 'Sends an email that another program saved.',
    },
  ],
  exits: {
    [exitCodes.partly]:
      'some recipients were refused, or did not get the message before the send was cancelled, or the file of --refused could not be written',
    [exitCodes.unknown]: 'a response was lost: some recipients may have got the message, and nothing is sent again',
    [exitCodes.busy]: undefined,
    [exitCodes.interrupted]: undefined,
  },
  run: async (given, terminal) => {
    const { send } = await import('../send/send.ts')
    return send(given, terminal)
  },
})
