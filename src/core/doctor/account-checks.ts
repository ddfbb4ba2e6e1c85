import { AppError } from '#shared/contract/base/error.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { AccountProbe, ServiceFinding } from '../accounts/index.ts'
import { setClock } from './computer-checks.ts'
import { reasonOf, well, wrong, type Check, type PartFinding } from './check.ts'
import { teamCheck, type TeamCheckNeeds } from './team-check.ts'

export type AccountNeeds = {
  /** Creates a probe for each account. Rejects if the list of accounts cannot be read. */
  readonly probes: () => Promise<readonly AccountProbe[]>
  /** Lets the running app call an account’s service; null if no app is running. */
  readonly refresh: ((id: string, signal: AbortSignal) => Promise<Account>) | null
  readonly team: TeamCheckNeeds
}

/**
 * Five minutes. If the clock is wrong by more, most services refuse signatures and tokens, and searches by time miss
 * messages.
 */
const mostMilliseconds = 5 * 60_000

/** Problems whose sentence already says how to solve them. */
const saysRemedy: ReadonlySet<string> = new Set([
  'host-unknown',
  'connection-refused',
  'network-unreachable',
  'tls-expired',
  'tls-not-yet-valid',
  'tls-self-signed',
  'tls-name-mismatch',
  'tls-failed',
  'proxy-failed',
  'malformed-answer',
])

export async function accountChecks({ probes, refresh, team }: AccountNeeds): Promise<Check[]> {
  let found: readonly AccountProbe[]
  try {
    found = await probes()
  } catch (thrown) {
    const isBroken = AppError.from(thrown).code === 'accounts-unreadable'
    const mend = isBroken
      ? 'Start Mailroom once to set the damaged file aside.'
      : 'Fix this problem, then run the check again.'
    const finding = wrong(reasonOf(thrown), mend)
    return [{ name: 'accounts', mend: '', run: () => Promise.resolve(finding) }]
  }
  const sentence = found.length === 0 ? 'There are no accounts yet.' : `Mailroom has ${countOf(found.length)}.`
  const list = { name: 'accounts', mend: '', run: () => Promise.resolve(well(sentence)) }
  return [list, ...found.flatMap((probe) => [...checksOf(probe, refresh), ...teamChecks(probe, team)])]
}

function countOf(accounts: number): string {
  return accounts === 1 ? 'one account' : `${accounts} accounts`
}

function teamChecks({ id, name, team }: AccountProbe, needs: TeamCheckNeeds): Check[] {
  return team === null ? [] : [teamCheck({ accountId: id, name, ...team }, needs)]
}

function checksOf(probe: AccountProbe, refresh: AccountNeeds['refresh']): Check[] {
  const { id, name } = probe
  const nameOf = (what: string) => `account ${name}, ${what}`
  if (probe.kind === 'sandbox' && refresh === null) {
    const finding = well('The sandbox runs only inside the app, and the app is not open.')
    return [{ name: nameOf('service'), mend: '', run: () => Promise.resolve(finding) }]
  }
  let ahead: number | null = null
  const byApp = refresh && ((signal: AbortSignal) => refresh(id, signal))
  const ask = async (signal: AbortSignal): Promise<PartFinding> => {
    // The running app calls the service, because it has keys that are stored nowhere else, and it runs the sandbox.
    if (byApp && (probe.kind === 'sandbox' || (await missesKey(probe)))) return ofApp(await byApp(signal), name)
    const found = await probe.askService(signal)
    ahead = found.problem === null || found.ahead !== 0 ? found.ahead : null
    return serviceFinding(found, name)
  }
  const checks = [
    { name: nameOf('key'), mend: keyMend(name), run: (signal: AbortSignal) => checkKey(probe, byApp, signal) },
    { name: nameOf('service'), mend: serviceMend(name), run: ask },
  ]
  if (probe.kind === 'sandbox') return checks
  // The checks run in order, so the service has been called before the clock is judged.
  return [...checks, { name: nameOf('clock'), mend: setClock, run: () => Promise.resolve(clockFinding(ahead)) }]
}

async function checkKey(
  probe: AccountProbe,
  byApp: ((signal: AbortSignal) => Promise<Account>) | null,
  signal: AbortSignal,
): Promise<PartFinding> {
  const isMissing = await missesKey(probe)
  if (!isMissing && probe.kind === 'service') return well('Mailroom has a key for this service.')
  const state = (await byApp?.(signal))?.keyState
  if (state === 'stored' || state === 'this-run') return well('The running app has the key.')
  await probe.requireKey()
  return well('Mailroom has a key for this service.')
}

function missesKey(probe: AccountProbe): Promise<boolean> {
  return probe.requireKey().then(
    () => false,
    () => true,
  )
}

function ofApp({ connection, connectionProblem }: Account, name: string): PartFinding {
  if (connection === 'online') return well('The service accepts the running app’s key.')
  return wrong(connectionProblem ?? `The app is ${connection}.`, serviceMend(name))
}

function serviceFinding({ problem }: ServiceFinding, name: string): PartFinding {
  if (problem === null) return well('The service accepts the key.')
  return wrong(problem.message, mendOf(problem, name))
}

function mendOf({ code }: AppError, name: string): string {
  if (['wrong-credentials', 'key-disabled', 'ip-not-allowed', 'forbidden'].includes(code)) return keyMend(name)
  return saysRemedy.has(code) ? 'Then run mailroom accounts check.' : serviceMend(name)
}

function keyMend(name: string): string {
  return `Enter the key for ${name} in the app, or set MAILROOM_KEY.`
}

function serviceMend(name: string): string {
  return `Check the network, the proxy and the base URL of ${name}, then run mailroom accounts check.`
}

function clockFinding(ahead: number | null): PartFinding {
  if (ahead === null)
    return well('The clocks were not compared, because the service was not called from here or did not respond.')
  const minutes = Math.round(Math.abs(ahead) / 60_000)
  if (Math.abs(ahead) <= mostMilliseconds) return well('This computer’s clock matches the service’s clock.')
  const direction = ahead > 0 ? 'behind' : 'ahead of'
  return wrong(`This computer’s clock is ${minutes} minutes ${direction} the service’s clock.`, setClock)
}
