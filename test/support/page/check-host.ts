export const context = { senders: [], recipientDomains: [], keys: [], domains: null, problems: [] }
export const nothingKnown = { listed: [], blocked: [] }

/** A host that handles the calls that the checks of a draft make to the core. */
export class CheckHost {
  readonly asked: unknown[] = []
  context: () => Promise<unknown> = () => Promise.resolve(context)
  recipients: () => Promise<unknown> = () => Promise.resolve(nothingKnown)
  repeats: () => Promise<unknown> = () => Promise.resolve([])

  readonly invoke = (name: string, input: unknown): Promise<unknown> => {
    if (name === 'drafts.context') return this.context()
    if (name === 'sends.checkRepeats') return this.repeats()
    this.asked.push(input)
    return this.recipients()
  }
}
