import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { sendFlags } from '../send/send-flags.ts'

export const sendCommand = defineCommand({
  name: 'send',
  summary: 'Send a message to one person or to a list',
  description: [
    'Sends as the app does: what cannot be sent is refused before anything leaves, every call is noted before it is made, and none is made twice. If a response is lost, the exit code says so, and mailroom sends show looks for the records of the call.',
    'The message is that of a saved draft, of a mail file, or of the flags. From a mail file it takes the sender, Reply-To, To, Cc, Bcc, the subject, both texts, the files, and headers whose names begin with X- or List-.',
    'On a terminal it asks first; a script has to give --yes. --dry-run shows what would happen, and refuses what the send would refuse. Ctrl+C stops further calls, waits for those already sent and counts them; mailroom sends resume continues from there.',
  ],
  flags: sendFlags,
  examples: [
    {
      run: 'echo "Hello" | mailroom send --from shop@example.com --to click+2@shop.example --subject Hello --text - --yes',
      does: 'One message.',
    },
    {
      run: 'mailroom send --from shop@example.com --to-file people.csv --subject "Hello {{name}}" --html news.html --tag news --dry-run --mails preview.zip',
      does: 'Nothing is sent: every mail is in the zip file.',
    },
    {
      run: 'mailroom send --draft "Weekly figures" --yes',
      does: 'A draft from the app, to its recipients there. It can be sent again.',
    },
    { run: 'mailroom send --eml invoice.eml --to ann@shop.example --yes', does: 'A mail that another program saved.' },
  ],
  exits: {
    [exitCodes.partly]: 'some recipients were refused, or did not get it before it was cancelled',
    [exitCodes.unknown]: 'an answer was lost: some may have got it, and nothing is sent again',
    [exitCodes.busy]: undefined,
    [exitCodes.interrupted]: undefined,
  },
  run: async (given, terminal) => {
    const { send } = await import('../send/send.ts')
    return send(given, terminal)
  },
})
