import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { dispatch } from '#core/dispatch.ts'
import type { App } from '#core/create-app.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import { fillScenario } from '#sandbox/scenarios/fill-scenario.ts'
import { openStore } from '#sandbox/store/store.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { startTestApp } from '#test/support/test-ports.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { figure, median, type Print } from '../support/figure.ts'

const million = 1_000_000
const checked = 100_000
const rounds = 9
/** Entries a second that a read has to reach on a machine of two cores. */
const leastPerSecond = 50_000
const now = Date.UTC(2026, 5, 17, 14, 30)
const key = 'key-of-the-bench-0001'

const emailOf = (at: number): string =>
  `anna.${(at * 7919) % 1_000_003}@${at % 3 === 0 ? `mail${at % 5000}` : 'large'}.example`

/** Reads a blacklist of a million entries from the service, and queries it. */
export async function blacklists(print: Print): Promise<void> {
  await withDataFolder(async (service) => {
    fill(service)
    const sandbox = await startInWorker({ data: service, key, smtp: false, worker: workerCode('sandbox') })
    try {
      await withDataFolder(async (folder) => {
        const app = await startTestApp(folder)
        try {
          await measure(app, sandbox.url, sandbox.credentials.user, print)
        } finally {
          await app.close()
        }
      })
    } finally {
      await sandbox.close()
    }
  })
}

function fill(folder: string): void {
  const store = openStore({ path: join(folder, 'sandbox.sqlite') })
  fillScenario(store, 'empty', { now, key })
  store.transaction(() => {
    for (let at = 0; at < million; at++) {
      const reason = at % 4 === 0 ? '554 5.7.1 rejected' : '550 5.1.1 user unknown'
      store.blacklists.add('bounces', { email: emailOf(at), date: now - at * 10_000, reason })
    }
  })
  store.close()
}

async function measure(app: App, baseUrl: string, user: string, print: Print): Promise<void> {
  const ask = async <Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>> =>
    (await dispatch(app, name, input, { signal: new AbortController().signal })) as CommandOutput<Name>
  const profile = { ...accountDefaults, name: 'Shop', baseUrl, user }
  const { id: accountId } = await ask('accounts.create', { profile, key, keep: 'this-run' })

  const began = performance.now()
  await ask('blacklists.read', { accountId, ifOlderThan: null, types: ['bounces'] })
  for (let count = -1; count !== million;) {
    const { lists, isReading } = await ask('blacklists.state', { accountId })
    const [list] = lists
    if (!isReading && list?.problem) throw new Error(list.problem.message)
    count = list?.isWhole === true ? list.count : -1
    await pause(20)
  }
  const perSecond = million / ((performance.now() - began) / 1000)
  const peerName = 'the goal'
  print(
    figure({
      bench: 'blacklists.read-1m',
      ours: perSecond,
      peer: leastPerSecond,
      unit: 'entries/s',
      n: million,
      peerName,
    }),
  )

  const scope = {
    accountId,
    type: 'bounces',
    list: null,
    reason: null,
    domain: null,
    from: null,
    to: null,
    other: null,
  }
  const search = (text: string, grouped: boolean, offset: number) =>
    ask('blacklists.rows', { ...scope, text, grouped, sort: { field: 'since', descending: true }, offset, limit: 100 })
  const addresses = Array.from({ length: million }, (_none, at) => emailOf(at))
  const page = await timed((round) => search('', true, round * 1000))
  print(figure({ bench: 'blacklists.page-1m', ours: page, peer: 100, unit: 'ms', n: million, peerName }))
  const found = await timed((round) => search(`.4242${round}`, false, 0))
  const plain = await timed((round) => addresses.filter((email) => email.includes(`.4242${round}`)))
  const filter = 'a filter of an array'
  print(figure({ bench: 'blacklists.search-1m', ours: found, peer: plain, unit: 'ms', n: million, peerName: filter }))

  const text = Array.from({ length: checked }, (_none, at) =>
    at % 2 === 0 ? emailOf(at * 9) : `new${at}@x.example`,
  ).join('\n')
  const check = await timed(() => ask('blacklists.check', { accountId, text }))
  print(figure({ bench: 'blacklists.check-100k', ours: check, peer: 300, unit: 'ms', n: checked, peerName }))
}

async function timed(work: (round: number) => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await work(round)
    times.push(performance.now() - began)
  }
  return median(times)
}
