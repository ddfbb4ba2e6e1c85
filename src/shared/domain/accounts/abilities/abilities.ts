import type { abilityState, LastCall, LastCalls, LearnedForms } from '#shared/contract/accounts.ts'
import type { z } from 'zod'
import { endpointOf, operationNames, operations, type Operation, type OperationName } from './operations.ts'

type State = z.infer<typeof abilityState>

export type Ability = Operation &
  LastCall & {
    readonly name: OperationName
    /** `inferred`: the operation probably works, but nobody has tried it. */
    readonly state: State
    /** Whether a documented operation is missing, or an undocumented one is there. */
    readonly differs: boolean
  }

type Found = { readonly abilities: Readonly<Record<string, State>>; readonly calls: LastCalls }

const never: LastCall = { successAt: null, error: null }

/** Returns the account’s abilities, one entry for each operation that Mailroom uses. */
export function abilitiesOf({ abilities, calls }: Found): Ability[] {
  return operationNames.map((name) => {
    const operation: Operation = operations[name]
    const call = calls[name] ?? never
    const probed = abilities[endpointOf(operation)]
    const state = isLearnedByUse(name) && probed === 'no' ? 'no' : stateOf(operation, call, probed)
    const differs = operation.isDocumented ? state === 'no' : state === 'yes' || state === 'inferred'
    return { ...operation, ...call, name, state, differs }
  })
}

/**
 * Undocumented operations that change a single item are never probed. Only use shows whether one exists, so its most
 * recent call always decides.
 */
function isLearnedByUse(name: OperationName): boolean {
  const { method, isDocumented, namesOne } = operations[name]
  return namesOne && !isDocumented && method !== 'GET' && !name.startsWith('extras.')
}

/** The most recent call or probe decides, because an operation may be granted or withdrawn after the probe. */
function stateOf(operation: Operation, call: LastCall, probed: State | undefined): State {
  const { successAt, error } = call
  const hasFailed = error !== null && (successAt === null || error.at > successAt)
  if (hasFailed && isAbsent(operation, error)) return 'no'
  if (successAt !== null && (!hasFailed || probed !== 'no')) return 'yes'
  return operation.isDocumented ? 'inferred' : (probed ?? 'unknown')
}

function isAbsent({ namesOne }: Operation, { code }: NonNullable<LastCall['error']>): boolean {
  return code === 'not-allowed' || (code === 'not-found' && !namesOne)
}

export type LearnedForm = { readonly text: string; readonly differs: boolean; readonly isKnown: boolean }

/** Describes the request forms that the account accepts, in sentences. */
export function formTexts({ exportMethod, blacklistForm, firstPage }: LearnedForms): LearnedForm[] {
  return [
    form(exportMethod, 'POST', {
      POST: 'Exports are requested with POST, as documented.',
      GET: 'Exports are requested with GET instead of POST.',
      unknown: 'The first export will show whether exports are requested with POST or GET.',
    }),
    form(blacklistForm, 'body', {
      body: 'The blacklist name is sent in the request body.',
      path: 'The blacklist name is sent in the request path.',
      unknown: 'Opening a blacklist for the first time will show whether its name is sent in the request body or path.',
    }),
    form(firstPage, 1, {
      1: 'Page numbers start at 1.',
      0: 'Page numbers start at 0 instead of 1.',
      unknown: 'The first list with several pages will show whether page numbers start at 1 or 0.',
    }),
  ]
}

function form<Value extends string | number>(
  value: Value | null,
  documented: Value,
  texts: Readonly<Record<Value | 'unknown', string>>,
): LearnedForm {
  if (value === null) return { text: texts.unknown, differs: false, isKnown: false }
  return { text: texts[value], differs: value !== documented, isKnown: true }
}
