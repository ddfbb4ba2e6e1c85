import { expect, it } from 'vitest'
import { addressProblem } from './address-problem.ts'

it('refuses what cannot be an address, with a sentence', () => {
  for (const given of ['not-an-address', '@example.com', 'name@', 'name@exa mple.com', `${'a'.repeat(320)}@x.org`]) {
    expect(addressProblem(given), given).toMatch(/address/)
  }
})

it('lets unusual addresses pass', () => {
  for (const given of ['a@b.example', 'a@localhost', '"a b@c"@example.com', 'ü@exämple.org']) {
    expect(addressProblem(given), given).toBeUndefined()
  }
})
