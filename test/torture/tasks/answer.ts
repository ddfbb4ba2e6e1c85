import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { openBenchClient } from '#test/bench/client/open-client.ts'
import { operations } from '#test/faults/operations.ts'
import { failed, held, type Verdict } from '../cage/case.ts'
import { cpuSeconds, peakMegabytes } from '../cage/process-usage.ts'
import { answers } from '../generators/answers.ts'

/** For one response, in any operation. */
const mostSeconds = 5
/**
 * Above the memory before the first response. Forty responses are read in a row, and their garbage may not be
 * collected yet.
 */
const mostMegabytes = 500

/**
 * Every operation of the client gets the same response: it has to return a value, or fail with an error that names
 * the problem.
 */
export async function task({ name }: { name: string }): Promise<Verdict> {
  const body = answers[name]!()
  const sandbox = await createSandbox({ clock: { running: false } })
  const service = await answering((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
  })
  const client = openBenchClient(service.url, 1)
  const ground = { sandbox, client, messageId: '1', templateId: '1', userId: '1', patience: 10_000 }
  const before = peakMegabytes()
  const problems: string[] = []
  let refusals = 0
  let longest = 0
  try {
    for (const [turn, { name: operation, act }] of operations.entries()) {
      const begun = process.cpuUsage()
      const error = await act(ground, turn).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      const seconds = cpuSeconds(begun)
      longest = Math.max(longest, seconds)
      if (error !== null) refusals += 1
      if (error !== null && !(error instanceof AppError)) problems.push(`${operation} threw ${String(error)}`)
      if (seconds > mostSeconds) problems.push(`${operation} took ${seconds.toFixed(1)} s`)
    }
  } finally {
    await client.close()
    await service.close()
    await sandbox.close()
  }
  const measured = { cpuSeconds: longest, peakMegabytes: peakMegabytes() }
  if (measured.peakMegabytes - before > mostMegabytes)
    problems.push(`took ${(measured.peakMegabytes - before).toFixed(0)} MB`)
  const what = `${(body.length / 1024).toFixed(0)} KB: ${refusals} of ${operations.length} operations refuse it`
  return problems.length > 0 ? failed(`${problems.join('; ')} (${what})`, measured) : held(what, measured)
}

async function answering(answer: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
