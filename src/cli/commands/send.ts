import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { sendFlags } from '../send/send-flags.ts'

export const sendCommand = defineCommand({
  name: 'send',
  summary: 'Send a message to one person or to a list',
  description: [
    'Sends as the app does: what cannot be sent is refused before anything leaves, every call is noted before it is made, and none is made twice. If an answer is lost, the exit code says so, and Outcomes in the app finds out what became of it.',
    'The message is that of a saved draft, of a mail file, or of the flags. Of a mail file it takes the sender, Reply-To, To, Cc, Bcc, the subject, both texts, the files, and lines whose names begin with X- or List-.',
    'On a terminal it asks first. In a script --yes has to say it; --dry-run shows what would happen, and refuses what the send would refuse. Ctrl+C lets no further call leave, waits for those that have left and counts them; mailroom sends resume sends what is left.',
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
      does: 'What was written in the app, to the recipients it has there. It can be sent again.',
    },
    { run: 'mailroom send --eml invoice.eml --to ann@shop.example --yes', does: 'A mail that another program saved.' },
  ],
  exits: {
    [exitCodes.partly]: 'some recipients were refused, or did not get it before it was stopped',
    [exitCodes.unknown]: 'an answer was lost: some may have got it, and nothing is sent again',
    [exitCodes.busy]: undefined,
    [exitCodes.interrupted]: undefined,
  },
  run: async (given, terminal) => {
    const { send } = await import('../send/send.ts')
    return send(given, terminal)
  },
})
