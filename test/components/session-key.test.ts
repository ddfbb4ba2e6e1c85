import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SessionKey } from '../../src/renderer/src/lib/host/session-key.ts'

const name = 'mailroom-key'

beforeEach(() => {
  sessionStorage.removeItem(name)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Another tab of this origin. `asked` resolves when a tab requests the key. */
function otherTab() {
  const channel = new BroadcastChannel(name)
  onTestFinished(() => channel.close())
  const asked = new Promise<void>((resolve) => channel.addEventListener('message', () => resolve()))
  return { asked, reply: (key: string) => channel.postMessage({ key }) }
}

/** Another tab with a key, which shows that by its lock. */
async function tabWithHost(): Promise<void> {
  const tab = new SessionKey()
  tab.hasHost(true)
  onTestFinished(() => tab.hasHost(false))
  const isHeld = async () => (await navigator.locks.query()).held?.some((lock) => lock.name === name)
  while (!(await isHeld())) continue
}

test('a tab without a key waits for a tab that has one, even if that tab takes long to reply', async () => {
  await tabWithHost()
  const { asked, reply } = otherTab()
  const tab = new SessionKey()
  await asked
  vi.advanceTimersByTime(4000)
  reply('the-key')
  expect(await tab.value).toBe('the-key')
  expect(sessionStorage.getItem(name)).toBe('the-key')
})

test('a tab without a key soon gives up if no tab has one', async () => {
  const { asked } = otherTab()
  const tab = new SessionKey()
  await asked
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
  await expect(tab.value).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('a tab gives up on a tab that has a key but never replies', async () => {
  await tabWithHost()
  const { asked } = otherTab()
  const tab = new SessionKey()
  await asked
  vi.advanceTimersByTime(10_000)
  await expect(tab.value).rejects.toMatchObject({ code: 'not-signed-in' })
})
