import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { events, type AppEvent } from '#shared/contract/events.ts'
import { contract, type CommandName } from '#shared/contract/table.ts'
import { openElectronDriver } from '#test/electron/contract-driver.ts'
import { eventually } from '#test/support/eventually.ts'
import { openBrowserDriver } from './drivers/browser-driver.ts'
import { openCoreDriver } from './drivers/core-driver.ts'
import type { Driver } from './drivers/driver.ts'
import { newProfile } from './example-accounts.ts'
import { examples } from './examples.ts'
import { wrongInputs, type WrongInput } from './wrong-inputs.ts'

const commands = Object.keys(contract) as CommandName[]

async function everyWrongInput(name: CommandName, driver: Driver): Promise<WrongInput[]> {
  return wrongInputs(contract[name].input, await examples[name].input(driver))
}

/** One wrong input is enough to test a host: the core checks all inputs in one function. */
function oneWrongInput(name: CommandName): WrongInput[] {
  return wrongInputs(contract[name].input, {}).slice(0, 1)
}

describe.each([
  { name: 'the core', open: openCoreDriver, wrongInputsOf: everyWrongInput },
  { name: 'the browser host', open: openBrowserDriver, wrongInputsOf: oneWrongInput },
  { name: 'the Electron host', open: openElectronDriver, wrongInputsOf: oneWrongInput },
])('through $name', ({ open, wrongInputsOf }) => {
  let driver: Driver
  beforeAll(async () => {
    driver = await open()
  })
  afterAll(() => driver.close())

  const refusal = async (name: string, input: unknown): Promise<AppError> => {
    const outcome = await driver.invoke(name, input).then(
      (output) => ({ output }),
      (thrown: unknown) => thrown,
    )
    expect(outcome).toBeInstanceOf(AppError)
    return outcome as AppError
  }

  test.each(commands)('%s returns its output for a valid input, or an expected refusal', async (name) => {
    const { input, mayRefuse = [] } = examples[name]
    const valid = await input(driver)
    const outcome = await driver.invoke(name, valid).then(
      // A bridge drops an output that is undefined.
      (output) => ({ output: output ?? (contract[name].output.safeParse(null).success ? null : undefined) }),
      (thrown: unknown) => ({ error: AppError.from(thrown) }),
    )
    if ('error' in outcome) {
      expect(outcome.error.toJSON()).toMatchObject({ code: expect.toBeOneOf([...mayRefuse]) })
      expect(outcome.error.message).toMatch(/[.?!]$/)
    } else {
      expect(contract[name].output.safeParse(outcome.output).error).toBeUndefined()
    }
  })

  test.each(commands)('%s refuses an invalid input and names the field', async (name) => {
    for (const { why, input } of await wrongInputsOf(name, driver)) {
      const error = await refusal(name, input)
      expect({ why, code: error.code }).toEqual({ why, code: 'invalid-input' })
      expect(error.details).toMatchObject({ command: name, issues: expect.any(Array) })
      expect(error.message).not.toMatch(/expected|received|Too (?:big|small)|Invalid|Unrecognized|\(\w/)
      expect(error.message).toMatch(/^[A-Z].*[.?!]$/)
    }
  })

  test.each(['no.such', 'accounts', '', '__proto__', 'constructor', 'toString', 'accounts.list/..', 'é'.repeat(300)])(
    'the unknown command %j is refused',
    async (name) => expect((await refusal(name, undefined)).code).toBe('unknown-command'),
  )

  test('changes are reported as events of the contract', async () => {
    const heard: AppEvent[] = []
    const stop = await driver.subscribe((event) => heard.push(event))
    await driver.invoke('settings.change', { theme: 'light' })
    await driver.invoke('accounts.create', { profile: newProfile(), key: 'k', keep: 'this-run' })
    await eventually(() => {
      const names = heard.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['settings.changed', 'accounts.changed']))
    })
    for (const { name, payload } of heard) expect(events[name].safeParse(payload).error).toBeUndefined()
    stop()
  })

  test('a key that was entered is never returned', async () => {
    const key = 'canary-7fK2mmQ0vWx81LpTzR4n'
    const profile = newProfile()
    const created = await driver.invoke('accounts.create', { profile, key, keep: 'keychain' })
    const answers = [created, await driver.invoke('accounts.list', undefined)]
    const wrong = { profile: { ...profile, colour: 'none' }, key, keep: 'keychain' }
    answers.push((await refusal('accounts.create', wrong)).toJSON())
    answers.push((await refusal('accounts.test', { profile, key })).toJSON())
    expect(JSON.stringify(answers)).not.toContain(key)
  })
})
