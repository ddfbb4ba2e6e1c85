import { fields, text, Unreadable, type Fields } from './fields.ts'

export type StatusAnswer = {
  ok: boolean
  /** A quotation of the service’s reason, with a space before it; empty if the service gave none. */
  said: string
  answer: Fields
}

/** Reads `{status: success | failure}`. Any other response proves neither, so it is an error. */
export function readStatus(value: unknown): StatusAnswer {
  const answer = fields(value)
  const status = answer.status ?? answer.Status
  if (status === undefined || status === null) throw new Unreadable('the response has no status')
  const word = text(status).trim().toLowerCase()
  if (word !== 'success' && word !== 'failure')
    throw new Unreadable(`the status is ${JSON.stringify(word.slice(0, 40))}`)
  const reason = [answer.message, answer.error, answer.reason].find((item) => typeof item === 'string' && item !== '')
  return {
    ok: word === 'success',
    said: reason === undefined ? '' : ` It says: ${String(reason).slice(0, 300)}`,
    answer,
  }
}
