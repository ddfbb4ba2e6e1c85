import { readFault } from '#shared/domain/sandbox/fault.ts'
import type { Fault, Sandbox, SandboxOptions } from '../../../packages/sandbox/index.d.ts'
import * as inside from '../create-sandbox.ts'
import { scenarioNames } from '../base/scenario.ts'
import { filterNames, unknownName } from '../outbox/outbox-filter.ts'
import { forkOptionNames, optionNames } from './option-names.ts'

const newestCalls = 100

/** Creates a sandbox as the package `mailroom-sandbox` exports it. Its types must stay compatible across versions. */
export async function createPublicSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { faults, ...given } = checkedNames('option', options, optionNames)
  if (given.scenario !== undefined) checkScenario(given.scenario)
  return shown(await inside.createSandbox({ ...given, ...(faults !== undefined && { faults: checked(faults) }) }))
}

/** A fork passes `close`, because it is closed differently. */
function shown(sandbox: inside.Sandbox, close = sandbox.close): Sandbox {
  const { url, smtp, smtps, dns, addresses, credentials, adminUrl, adminToken, control, outbox, clock, snapshots } =
    sandbox
  return {
    url,
    smtp,
    smtps,
    dns,
    addresses,
    credentials,
    adminUrl,
    adminToken,
    log: {
      list: () => control.requests(),
      find: (id) => control.request(id),
      clear: () => control.clearRequests(),
      replay: (id) => control.replay(id),
      onRequest: sandbox.onRequest,
    },
    outbox: {
      list: async (page = {}) => outbox.list(checkedNames('filter', page, [...filterNames, 'text', 'limit', 'before'])),
      find: (id) => outbox.message(id),
      waitFor: async (filter, waiting) =>
        outbox.waitFor(checkedNames('filter', filter, [...filterNames, 'timeout']), waiting),
      source: (id) => control.source(id),
      attachment: (id, index) => control.attachment(id, index),
    },
    clock: {
      now: () => clock.now(),
      state: () => control.clock(),
      advance: (by) => control.advance(by),
      stop: () => control.setRunning(false),
      run: () => control.setRunning(true),
    },
    faults: {
      list: () => control.faults(),
      set: (faults) => control.setFaults(checked(faults)),
      clear: () => void control.setFaults([]),
    },
    webhooks: {
      list: () => control.webhooks.list(),
      change: (id, change) => control.webhooks.change(id, change),
      calls: (id, limit = newestCalls) => control.webhooks.calls(id, limit),
      replay: (id, n) => control.webhooks.replay(id, n),
    },
    replies: {
      list: (limit = newestCalls) => control.replies.shown(limit),
      setRules: (rules) => control.replies.setRules(rules),
      setReceiver: (address) => control.replies.setReceiver(address),
    },
    credits: {
      left: () => control.credits().credits,
      set: (left) => void control.setCredits(left),
    },
    names: {
      get: () => control.names(),
      set: (names) => control.setNames({ ...control.names(), ...names }),
    },
    snapshots: {
      list: () => snapshots.list(),
      save: (name, saving) => snapshots.save(name, saving),
      restore: (name) => snapshots.restore(name),
      remove: (name) => snapshots.remove(name),
      compare: (name, other) => snapshots.compare(name, other),
    },
    async fork(options = {}) {
      const fork = await sandbox.forks.create(checkedNames('option', options, forkOptionNames))
      return shown(fork.sandbox, async () => void (await sandbox.forks.end(fork.id)))
    },
    certificate: () => control.certificate(),
    reset(scenario = 'empty') {
      checkScenario(scenario)
      control.reset(scenario)
    },
    settle: sandbox.settle,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** In a JavaScript program, no type check catches a mistyped name. */
function checkedNames<T extends object>(kind: 'filter' | 'option', given: T, known: readonly string[]): T {
  const unknown = unknownName(kind, Object.keys(given), known)
  if (unknown !== undefined) throw new TypeError(unknown)
  return given
}

function checkScenario(name: string): void {
  const unknown = unknownName('scenario', [name], scenarioNames)
  if (unknown !== undefined) throw new TypeError(unknown)
}

/** In a JavaScript program, no type check catches an invalid fault. */
function checked(faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => {
    const read = readFault(fault)
    if ('error' in read) throw new TypeError(read.error)
    return read.fault
  })
}
