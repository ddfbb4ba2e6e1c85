import type { SMTPServerAddress } from 'smtp-server'

/** By RFC 3461. The library has decoded it. */
const envelopeId = /^[ -~]{1,100}$/

/** What the client calls its envelope, for the delivery reports: `ENVID` of MAIL FROM. */
export function envelopeIdOf(sender: SMTPServerAddress | false): string | undefined {
  const given = sender === false || sender.args === false ? undefined : sender.args['ENVID']
  return typeof given === 'string' ? given : undefined
}

export function envelopeIdProblem(sender: SMTPServerAddress): string | undefined {
  const given = envelopeIdOf(sender)
  if (given === undefined || envelopeId.test(given)) return undefined
  return 'ENVID takes 1 to 100 printable characters of ASCII, written as xtext.'
}
