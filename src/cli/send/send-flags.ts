import type { Flags } from '../framework/command.ts'
import { refusedFlag } from '../sends/sends-flags.ts'
import { accountFlag, dataFlag, jsonFlag, secretsFlag } from '../framework/common-flags.ts'

export const sendFlags = {
  draft: {
    value: 'NAME',
    description: 'a saved draft, by its full subject or its ID, with its recipients and files; the draft stays',
  },
  eml: { value: 'FILE', description: 'a mail file, with its sender, recipients, texts and files; - is stdin' },
  from: { value: 'ADDRESS', description: 'the sender, such as "Shop <shop@example.com>"' },
  to: {
    value: 'LIST',
    description:
      'recipients, separated by commas; they replace all those of a draft or a mail file, including Cc and Bcc',
    many: true,
  },
  'to-file': {
    value: 'FILE',
    description:
      'a CSV, XLSX or XLS file of recipients; they replace others as with --to; the other columns are values for {{variables}}; - is stdin',
  },
  subject: { value: 'TEXT', description: 'the subject' },
  text: { value: 'FILE', description: 'the text part; - is stdin' },
  html: { value: 'FILE', description: 'the HTML part; - is stdin' },
  tag: { value: 'TAG', description: 'a tag', many: true },
  'dry-run': { description: 'send nothing: print who would get the message, including Cc and Bcc' },
  mails: { value: 'FILE', description: 'with --dry-run: write every message as .eml to this zip file' },
  refused: refusedFlag,
  yes: { description: 'send without asking' },
  account: accountFlag,
  data: dataFlag,
  json: jsonFlag,
  secrets: secretsFlag,
} as const satisfies Flags
