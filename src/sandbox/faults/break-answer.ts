import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Fault, FaultKind } from '#shared/contract/base/faults.ts'
import type { Answer } from '../http/answer.ts'
import { writeAnswer } from '../http/write-answer.ts'
import { cut, gzipBomb, hugeBody, rewritten, withHugeHeader, wrongLength } from './broken-bodies.ts'
import { bytesOf } from './body-bytes.ts'
import { hang, slowly } from './slow-answers.ts'

type Breaking = { fault: Fault; response: ServerResponse; closing: AbortSignal }

/** How each fault breaks the sending of a response. */
const broken: Partial<Record<FaultKind, (answer: Answer, breaking: Breaking) => Promise<void>>> = {
  hang: (_answer, { response, closing }) => hang(response, closing),
  cut: (answer, { response, fault }) => cut(answer, response, fault),
  slow: (answer, { response, closing }) => slowly(answer, response, closing),
  'wrong-length': (answer, { response }) => wrongLength(answer, response),
  'gzip-bomb': (answer, { response }) => gzipBomb(answer, response),
  'huge-body': (answer, { response }) => hugeBody(answer, response),
  'huge-header': (answer, { response }) => writeAnswer(response, withHugeHeader(answer)),
}

/** Writes an operation’s response, broken according to the fault. The operation itself has been carried out. */
export async function writeBroken(fault: Fault, answer: Answer, needs: Omit<Breaking, 'fault'>): Promise<void> {
  const write = broken[fault.kind]
  if (write) return write(answer, { fault, ...needs })
  const rewrite = rewritten[fault.kind]
  const changed = rewrite && { ...answer, ...rewrite(await text(bytesOf(answer.body))) }
  return writeAnswer(needs.response, changed ?? answer)
}
