import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { Fault } from '#shared/contract/base/faults.ts'
import type { Host } from '../../lib/host/host.ts'
import { FaultSwitches } from './fault-switches.svelte.ts'

const hang: Fault = { kind: 'hang', path: '*' }
const html: Fault = { kind: 'html', path: '*' }

/** A sandbox whose responses are pending until the test resolves them. */
function slowSandbox() {
  let faults: readonly Fault[] = []
  const asked: (readonly Fault[])[] = []
  const replies: PromiseWithResolvers<void>[] = []
  const invoke = async (name: CommandName, input?: { faults: readonly Fault[] }) => {
    if (name === 'sandbox.faults' || !input) return faults
    asked.push(input.faults)
    const reply = Promise.withResolvers<void>()
    replies.push(reply)
    await reply.promise
    return (faults = input.faults)
  }
  return { host: { invoke } as unknown as Host, asked, replies }
}

describe('fault switches over a slow sandbox', () => {
  it('show a change at once, and send the latest after the reply to the first', async () => {
    const { host, asked, replies } = slowSandbox()
    const switches = new FaultSwitches(host)
    await switches.load()
    const chosen = switches.choose([hang])
    await switches.choose([hang, html])
    await switches.choose([html])
    expect([switches.chosen, switches.pending]).toEqual([[html], true])
    expect(asked).toEqual([[hang]])
    replies[0]?.resolve()
    await expect.poll(() => asked).toEqual([[hang], [html]])
    expect(switches.chosen).toEqual([html])
    replies[1]?.resolve()
    await chosen
    expect([switches.chosen, switches.pending]).toEqual([[html], false])
  })

  it('are not undone by faults read before', async () => {
    const { host, replies } = slowSandbox()
    const read = Promise.withResolvers<readonly Fault[]>()
    const slow = {
      invoke: (name: CommandName) => (name === 'sandbox.faults' ? read.promise : host.invoke(name, { faults: [] })),
    }
    const switches = new FaultSwitches(slow as unknown as Host)
    const loading = switches.load()
    const chosen = switches.choose([])
    read.resolve([hang])
    await loading
    replies[0]?.resolve()
    await chosen
    expect(switches.chosen).toEqual([])
  })

  it('send a change that was made while another was rejected', async () => {
    const { host, asked, replies } = slowSandbox()
    const switches = new FaultSwitches(host)
    await switches.load()
    const chosen = switches.choose([hang])
    await switches.choose([html])
    replies[0]?.reject(new AppError('not-running', 'The sandbox does not run.'))
    await expect.poll(() => asked).toEqual([[hang], [html]])
    replies[1]?.resolve()
    await chosen
    expect(switches.chosen).toEqual([html])
  })

  it('are not undone by a read during a change', async () => {
    const { host, asked, replies } = slowSandbox()
    const read = Promise.withResolvers<readonly Fault[]>()
    const invoke = (name: CommandName, input?: { faults: readonly Fault[] }) =>
      name === 'sandbox.faults' ? read.promise : (host.invoke as (...given: unknown[]) => unknown)(name, input)
    const switches = new FaultSwitches({ invoke } as unknown as Host)
    const chosen = switches.choose([])
    const loading = switches.load()
    replies[0]?.resolve()
    await chosen
    read.resolve([hang])
    await loading
    expect([switches.chosen, asked]).toEqual([[], [[]]])
  })

  it('follow a program that changes them, but not while a change is being sent', async () => {
    const { host, replies } = slowSandbox()
    let read = 0
    const counting = { invoke: (...given: Parameters<Host['invoke']>) => (read++, host.invoke(...given)) }
    const switches = new FaultSwitches(counting as unknown as Host)
    const chosen = switches.choose([hang])
    await switches.load()
    expect([switches.chosen, read]).toEqual([[hang], 1])
    replies[0]?.resolve()
    await chosen
    await switches.load()
    expect([switches.chosen, read]).toEqual([[hang], 2])
  })

  it('show the faults in force if the sandbox rejects a change', async () => {
    const { host, replies } = slowSandbox()
    const switches = new FaultSwitches(host)
    await switches.load()
    const chosen = switches.choose([hang])
    replies[0]?.reject(new AppError('not-running', 'The sandbox does not run.'))
    await expect(chosen).rejects.toThrow('The sandbox does not run.')
    expect([switches.chosen, switches.pending]).toEqual([[], false])
  })
})
