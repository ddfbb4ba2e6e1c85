import type { Break } from './breaks/break.ts'
import { coreBreaks } from './breaks/core.ts'
import { hostBreaks } from './breaks/hosts.ts'
import { pageBreaks } from './breaks/page.ts'
import { recoveryBreaks } from './breaks/recovery.ts'

export const areas: Readonly<Record<string, readonly Break[]>> = {
  core: coreBreaks,
  hosts: hostBreaks,
  page: pageBreaks,
  recovery: recoveryBreaks,
}
