import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { sentenceOf } from './failures.ts'

describe('an error on the terminal', () => {
  it.each(['no-archive', 'archive-older'])('says once to sync, for %s', (code) => {
    const sentence = sentenceOf(new AppError(code, 'Sync the account first.'))
    expect(sentence).toMatch(/^This .*\. (?:Run|To update it, run) mailroom sync\.$/)
    expect(sentence.match(/sync\b/g)).toHaveLength(1)
  })

  it('adds nothing to an error of a team archive that is too old', () => {
    const message = 'Ask its owner to run mailroom team-archive migrate.'
    expect(sentenceOf(new AppError('team-archive-older', message))).toBe(message)
  })
})
