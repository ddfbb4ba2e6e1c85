import { expect, onTestFinished, test } from 'vitest'
import { KeychainProcess, type KeychainCall, type KeychainReply } from './keychain-process.ts'
import { keychainError } from './keychain-sentences.ts'

/** A process as the system would start it, controlled by the test. */
class Child {
  readonly calls: KeychainCall[] = []
  isKilled = false
  readonly reply: (reply: KeychainReply) => void
  readonly exit: () => void

  constructor(reply: (reply: KeychainReply) => void, exit: () => void) {
    this.reply = reply
    this.exit = exit
  }

  send(call: KeychainCall): void {
    this.calls.push(call)
  }

  kill(): void {
    this.isKilled = true
    this.exit()
  }

  answer(value: string | null): void {
    this.reply({ number: this.calls.at(-1)!.number, value })
  }
}

function open(timeout?: number) {
  const children: Child[] = []
  const keychain = new KeychainProcess({
    timeout,
    start({ onReply, onExit }) {
      const child = new Child(onReply, onExit)
      children.push(child)
      return child
    },
  })
  onTestFinished(() => keychain.close())
  return { keychain, children }
}

const codeOf = (call: Promise<unknown>) => call.catch((error: { code?: string }) => error.code)

test('the keychain is asked one thing at a time, in the order of the questions', async () => {
  const { keychain, children } = open()
  const answers = [keychain.get('a'), keychain.set('b', 'secret'), keychain.state()]
  const [child] = children
  for (const [method, value] of [
    ['get', 'of a'],
    ['set', null],
    ['probe', null],
  ] as const) {
    expect(child!.calls.at(-1)).toMatchObject({ method })
    child!.answer(value)
  }
  expect(await Promise.all(answers)).toEqual(['of a', undefined, 'available'])
  expect(child!.calls).toHaveLength(3)
  expect(children).toHaveLength(1)
})

test('a process that does not answer in time is ended, and the next question starts another', async () => {
  const { keychain, children } = open(5)
  const asked = [codeOf(keychain.get('a')), codeOf(keychain.get('b'))]
  expect(await Promise.all(asked)).toEqual(['keychain-timed-out', 'keychain-timed-out'])
  expect(children.map(({ isKilled }) => isKilled)).toEqual([true])
  const next = keychain.get('c')
  // A late reply from the first process doesn’t belong to this call.
  children[0]!.reply({ number: 3, value: 'late' })
  children[1]!.answer('of c')
  expect(await next).toBe('of c')
})

test('a library that crashes fails what was asked, and nothing after it', async () => {
  const { keychain, children } = open()
  const [first, second] = [codeOf(keychain.get('a')), keychain.get('b')]
  children[0]!.exit()
  expect(await first).toBe('keychain-no-service')
  children[1]!.answer('of b')
  expect(await second).toBe('of b')
})

test.each(['locked', 'absent', 'no-service', 'timed-out'] as const)('%s is told as it is', async (state) => {
  const { keychain, children } = open()
  const asked = keychain.state()
  const error = keychainError(state).toJSON()
  children[0]!.reply({ number: children[0]!.calls[0]!.number, error })
  expect(await asked).toBe(state)
})

test('what waits when the app closes is given up with the process', async () => {
  const { keychain, children } = open()
  const asked = [codeOf(keychain.get('a')), codeOf(keychain.get('b'))]
  keychain.close()
  expect(await Promise.all(asked)).toEqual(['cancelled', 'cancelled'])
  expect(children[0]!.isKilled).toBe(true)
  expect(await codeOf(keychain.get('c'))).toBe('cancelled')
  expect(children).toHaveLength(1)
})
