import { expect, test } from 'vitest'
import { proposalsFor } from './proposals.ts'

const propose = proposalsFor({ variables: ['firstName'], images: [{ contentId: 'logo', name: 'logo.png' }] })

test('variables are proposed after two braces, and close them', () => {
  expect(propose('<p>Hi {{fi')).toEqual({
    length: 2,
    proposals: [{ label: 'firstName', detail: 'variable', insert: 'firstName}}' }],
  })
  expect(propose('<p>{{done}} x')).toBeNull()
})

test('images of the draft are proposed after cid:', () => {
  expect(propose('<img src="cid:')).toEqual({ length: 0, proposals: [{ label: 'logo', detail: 'logo.png' }] })
})
