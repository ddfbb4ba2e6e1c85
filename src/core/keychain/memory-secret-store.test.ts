import { describe, expect, it } from 'vitest'
import { keychainSentences } from './keychain-sentences.ts'
import { createMemorySecretStore } from './memory-secret-store.ts'

describe('keeping keys in memory', () => {
  it('gives back what was set until it is deleted', async () => {
    const store = createMemorySecretStore()
    await store.set('a', 'secret')
    expect(await store.get('a')).toBe('secret')
    await store.delete('a')
    expect(await store.get('a')).toBeNull()
  })
})

describe('the sentences about the keychain', () => {
  it('offer a way on in every bad state', () => {
    for (const [state, sentence] of Object.entries(keychainSentences)) {
      if (state !== 'available') expect(sentence).toContain('for this session only')
    }
  })
})
