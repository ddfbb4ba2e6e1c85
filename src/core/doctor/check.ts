import { AppError } from '#shared/contract/base/error.ts'

/** A check’s result: a success, or a problem and how to solve it. */
export type PartFinding =
  | { readonly ok: true; readonly sentence: string }
  | { readonly ok: false; readonly sentence: string; readonly mend: string }

export type Check = {
  readonly name: string
  /** Advice shown if the check itself fails, which means that the part does not work. */
  readonly mend: string
  /** The signal is aborted when the result is no longer needed. */
  run(signal: AbortSignal): Promise<PartFinding>
}

export type CheckedPart = {
  readonly name: string
  readonly ok: boolean
  readonly sentence: string
  readonly mend: string | null
}

export const mendProgram = 'Reinstall Mailroom. Part of the program is missing or damaged.'

export const well = (sentence: string): PartFinding => ({ ok: true, sentence })
export const wrong = (sentence: string, mend: string): PartFinding => ({ ok: false, sentence, mend })

type Limits = { readonly signal: AbortSignal; readonly milliseconds: number }

/** Runs one check. Rejects only with the signal’s reason; any other failure is a result. */
export async function runCheck({ name, mend, run }: Check, { signal, milliseconds }: Limits): Promise<CheckedPart> {
  const stop = new AbortController()
  const given = AbortSignal.any([signal, stop.signal])
  const over = Promise.withResolvers<PartFinding>()
  const timer = setTimeout(() => {
    over.resolve(wrong(`There was no response within ${milliseconds / 1000} s.`, mend))
    stop.abort(new AppError('aborted', 'The check took too long. Run it again.'))
  }, milliseconds)
  const interrupted = () => over.reject(signal.reason)
  signal.addEventListener('abort', interrupted, { once: true })
  try {
    signal.throwIfAborted()
    const finding = await Promise.race([over.promise, run(given).catch((thrown) => wrong(reasonOf(thrown), mend))])
    return { name, ok: finding.ok, sentence: finding.sentence, mend: finding.ok ? null : finding.mend }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupted)
  }
}

/**
 * Returns Mailroom’s own sentence or, for any other error, its text: in a diagnosis, the reason matters more than its
 * style.
 */
export function reasonOf(thrown: unknown): string {
  const { code, message, cause } = AppError.from(thrown)
  if (cause instanceof Error) return `${code === 'internal' ? '' : `${message} `}${cause.message}`
  return message
}
