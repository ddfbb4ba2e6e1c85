import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostOptions } from './host-options.ts'

describe('hostOptions', () => {
  it.each([
    [['electron', '.', '--data', '/tmp/a b/é'], '/tmp/a b/é'],
    [['Mailroom', '--data=/tmp/x'], '/tmp/x'],
    [['Mailroom', '--data', 'own'], '/home/jane/own'],
    [['Mailroom', '--no-sandbox', '--data=/x', '--enable-logging', 'file.eml'], '/x'],
  ])('reads the data folder from %j', (argv, data) => {
    expect(hostOptions(argv, '/home/jane').data).toBe(resolve(data))
  })

  it.each([
    [['Mailroom']],
    [['Mailroom', '--data']],
    [['Mailroom', '--data=']],
    [['Mailroom', '--data', '--browser']],
    [['Mailroom', '--', '--data', '/x']],
    [['Mailroom', 'mailroom://x', '--data', '/x']],
  ])('leaves the folder open for %j', (argv) => {
    expect(hostOptions(argv, '/home/jane').data).toBeNull()
  })

  it.each([
    [['Mailroom', '--scenario', 'full'], '--scenario takes one of empty, demo, million, not "full".'],
    [['Mailroom', '--sandbox=full'], '--scenario takes one of empty, demo, million, not "full".'],
    [['Mailroom', '--sandbox'], '--scenario takes one of empty, demo, million.'],
    [['Mailroom', '--no-sandbox'], null],
  ])('says of %j what is wrong', (argv, problem) => {
    expect(hostOptions(argv, '/')).toMatchObject({ scenario: null, problem })
  })

  it('reads the sandbox to open with, and where keys are kept', () => {
    expect(hostOptions(['Mailroom', '--scenario', 'demo', '--secrets=memory'], '/')).toEqual({
      data: null,
      scenario: 'demo',
      secrets: 'memory',
      problem: null,
    })
    expect(hostOptions(['Mailroom', '--secrets', 'file'], '/')).toMatchObject({ scenario: null, secrets: 'keychain' })
  })
})
