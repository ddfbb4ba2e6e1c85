import type { ServerResponse } from 'node:http'
import type { Fault } from '#shared/contract/base/faults.ts'
import type { Answer } from '../http/answer.ts'
import { writeAnswer } from '../http/write-answer.ts'
import { cut, gzipBomb, hugeBody, rewritten, withHugeHeader, wrongLength } from './broken-bodies.ts'
import { textOf } from './body-bytes.ts'
import { hang, slowly } from './slow-answers.ts'

/** Writes the answer of an operation, broken as the fault says. The operation itself has been carried out. */
export async function writeBroken(
  fault: Fault,
  answer: Answer,
  { response, closing }: { response: ServerResponse; closing: AbortSignal },
): Promise<void> {
  switch (fault.kind) {
    case 'hang':
      return hang(response, closing)
    case 'cut':
      return cut(answer, response, fault)
    case 'slow':
      return slowly(answer, response, closing)
    case 'wrong-length':
      return wrongLength(answer, response)
    case 'gzip-bomb':
      return gzipBomb(answer, response)
    case 'huge-body':
      return hugeBody(answer, response)
    case 'huge-header':
      return writeAnswer(response, withHugeHeader(answer))
    case 'malformed':
    case 'html':
    case 'duplicate-keys':
    case 'nan': {
      const change = rewritten[fault.kind]
      return writeAnswer(response, { ...answer, ...change?.(await textOf(answer.body)) })
    }
    case 'status':
    case 'redirect':
    case 'delay':
      return writeAnswer(response, answer)
  }
}
