import { expect, it } from 'vitest'
import type { HostBridge } from '#shared/contract/host.ts'
import { createElectronHost } from './electron-host.ts'

/** Accepts input as Electron’s bridge does: proxies are rejected, and all keys are passed on. */
function bridgeThatTakes(taken: unknown[]): HostBridge<File> {
  return {
    invoke(_name, input) {
      taken.push(structuredClone(input))
      return Promise.resolve({ ok: true, output: null })
    },
    subscribe: () => () => undefined,
    drop: () => Promise.resolve({ ok: true, output: [] }),
    onClosing: () => undefined,
  }
}

it('hands over what the browser host would: no proxy, and no key without a value', async () => {
  const taken: unknown[] = []
  const host = createElectronHost(bridgeThatTakes(taken))
  await host.invoke('settings.change', new Proxy({ theme: 'dark', density: undefined } as const, {}))
  await host.invoke('settings.get')
  expect(taken).toStrictEqual([{ theme: 'dark' }, undefined])
})
