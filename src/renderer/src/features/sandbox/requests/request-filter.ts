import type { SandboxRequest } from '#shared/contract/sandbox.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { faultEffect } from './fault-effect.ts'

/** Whether the request’s row contains every word, for example `post 404` or `send curl`. */
export function matchesRequest(request: SandboxRequest, text: string): boolean {
  const { method, path, program, status, fault, channel } = request
  const shown = fold([channel, method, path, program, status || 'cut', faultEffect(fault).fault ?? ''].join(' '))
  return fold(text)
    .split(/\s+/)
    .every((word) => shown.includes(word))
}
