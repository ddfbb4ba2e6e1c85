import { english, plural } from '#shared/domain/base/plural.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import { lostAnswer, type OutcomeCheck } from '../api/index.ts'
import type { StoredOutcome } from './outcome-file.ts'

export function describe(stored: StoredOutcome): Outcome {
  const { service: _service, check, ...known } = stored
  const { state } = stored
  const isOpen = state === 'unknown' || state === 'running'
  return {
    ...known,
    kind: check.kind,
    title: titleOf(check),
    text: state === 'running' ? 'Waiting for the service’s response.' : stored.text,
    advice: isOpen ? adviceFor(check) : '',
    canCheck: canCheck(check),
    sendId: check.kind === 'send' ? check.sendId : null,
    messages: [...stored.messages],
  }
}

/** Effects that can’t be checked, because the service has no data about them. */
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
    return 'This account doesn’t mark its sends, so Mailroom can’t tell one from another. Look for this send under Messages.'
  }
  return lostAnswer[check.kind].advice
}

function titleOf(check: OutcomeCheck): string {
  switch (check.kind) {
    case 'send':
      return `Send from ${check.from} to ${plural(english, check.recipients, 'recipient')}`
    case 'api-key':
      return `New API key “${check.description}”`
    case 'api-key-change':
      return check.description === null ? 'Change to an API key' : `Change to the API key “${check.description}”`
    case 'api-key-removal':
      return `Deleting the API key “${check.description}”`
    case 'domain':
      return `Changes to the domain ${check.sending}`
    case 'domain-test':
      return `Check of the domain ${check.sending}`
    case 'template':
      return `Change to the template “${check.description}”`
    case 'new-template':
      return `New template “${check.description}”`
    case 'template-removal':
      return `Deleting the template “${check.description}”`
    case 'template-test':
      return `Test of the template “${check.description}” to ${check.email}`
    case 'delta':
      return `Delta export (${check.fileType})`
    case 'webhook':
      return `New webhook for ${check.url}`
    case 'webhook-change':
      return 'Change to a webhook'
    case 'webhook-removal':
      return `Deleting the webhook “${check.description}”`
    case 'webhook-test':
      return `Test of the webhook “${check.description}”`
    case 'blacklist':
      return check.listed
        ? `Adding ${check.email} to the list of ${check.type}`
        : `Removing ${check.email} from the list of ${check.type}`
  }
}
