import { expect, test } from 'vitest'
import { startCli } from './support/run-cli.ts'

test('a Ctrl+C that npm repeats does not interrupt the sandbox while it closes', async () => {
  const { interrupt, said, ended } = startCli(['sandbox'])
  await expect.poll(said).toContain('The sandbox is ready.')
  interrupt()
  interrupt()
  expect(await ended).toMatchObject({ code: 0 })
})
