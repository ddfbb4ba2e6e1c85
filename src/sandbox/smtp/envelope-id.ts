import type { SMTPServerAddress } from 'smtp-server'

/** As defined in RFC 3461, after decoding by the library. */
const envelopeId = /^[ -~]{1,100}$/

/** Returns the envelope id that the client chose (`ENVID` in MAIL FROM). Delivery reports contain it. */
export function envelopeIdOf(sender: SMTPServerAddress | false): string | undefined {
  const given = sender === false || sender.args === false ? undefined : sender.args['ENVID']
  return typeof given === 'string' ? given : undefined
}

export function envelopeIdProblem(sender: SMTPServerAddress): string | undefined {
  const given = envelopeIdOf(sender)
  if (given === undefined || envelopeId.test(given)) return undefined
  return 'ENVID takes 1 to 100 printable ASCII characters, encoded as xtext.'
}
