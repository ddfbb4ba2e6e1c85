import { english, plural } from '#shared/domain/base/plural.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import { lostAnswer, type OutcomeCheck } from '../api/index.ts'
import type { StoredOutcome } from './outcome-file.ts'

/** A stored outcome as the page shows it. */
export function describe(stored: StoredOutcome): Outcome {
  const { service: _service, check, ...known } = stored
  const { state } = stored
  const isOpen = state === 'unknown' || state === 'running'
  return {
    ...known,
    kind: check.kind,
    title: titleOf(check),
    text: state === 'running' ? 'Waiting for the response of the service.' : stored.text,
    advice: isOpen ? adviceFor(check) : '',
    canCheck: canCheck(check),
    sendId: check.kind === 'send' ? check.sendId : null,
    messages: [...stored.messages],
  }
}

/** The service has no data that would show whether these happened. */
const uncheckable: ReadonlySet<OutcomeCheck['kind']> = new Set([
  'delta',
  'domain-test',
  'template-test',
  'webhook-test',
])

function canCheck(check: OutcomeCheck): boolean {
  if (check.kind === 'send') return check.sendId !== null
  return !uncheckable.has(check.kind)
}

function adviceFor(check: OutcomeCheck): string {
  if (check.kind === 'send' && check.sendId === null) {
    return 'This account does not mark its sends, so one looks like another. Look for it among the messages.'
  }
  return lostAnswer[check.kind].advice
}

function titleOf(check: OutcomeCheck): string {
  switch (check.kind) {
    case 'send':
      return `A send from ${check.from} to ${plural(english, check.recipients, 'recipient')}`
    case 'api-key':
      return `A new API key “${check.description}”`
    case 'api-key-change':
      return check.description === null ? 'A change of an API key' : `A change of the API key “${check.description}”`
    case 'api-key-removal':
      return `Deleting the API key “${check.description}”`
    case 'domain':
      return `The domain ${check.sending}`
    case 'domain-test':
      return `A check of the domain ${check.sending}`
    case 'template':
      return `A change of the template “${check.description}”`
    case 'new-template':
      return `A new template “${check.description}”`
    case 'template-removal':
      return `Deleting the template “${check.description}”`
    case 'template-test':
      return `A test of the template “${check.description}” to ${check.email}`
    case 'delta':
      return `A delta export (${check.fileType})`
    case 'webhook':
      return `A new webhook for ${check.url}`
    case 'webhook-change':
      return 'A change of a webhook'
    case 'webhook-removal':
      return `Deleting the webhook “${check.description}”`
    case 'webhook-test':
      return `A test of the webhook “${check.description}”`
    case 'blacklist':
      return check.listed
        ? `Putting ${check.email} on the list of ${check.type}`
        : `Taking ${check.email} off the list of ${check.type}`
  }
}
