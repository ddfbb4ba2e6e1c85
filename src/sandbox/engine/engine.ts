import { collectAfter, largeMessage } from '../base/collect-garbage.ts'
import { keepYoungGenerationSmall } from '../base/young-generation.ts'
import type { SandboxClock } from '../base/clock.ts'
import { invalid, tooLarge } from '../http/service-error.ts'
import type { Mailbox } from '../readers/address.ts'
import {
  noCredits,
  type JsonObject,
  type NewMessage,
  type NewSend,
  type PlannedStep,
  type SendContent,
  type Store,
} from '../store/index.ts'
import { composedLength, toLineLength } from '../mail/compose.ts'
import type { Credits } from './credits.ts'
import { GroupCommit } from './group-commit.ts'
import { Lifecycle } from './lifecycle.ts'
import { linksOf } from '../mail/links.ts'
import { plainOutcome, ruledOutcome, type PlannedOutcome } from './outcome.ts'
import type { Outgoing } from '../send/outgoing.ts'
import { fillUnsubscribe } from '../mail/unsubscribe.ts'
import { ipLines } from '../send/sending-ip.ts'
import { findTemplate, unknownNames } from '../send/unknown-names.ts'
import { contentBytes, refuseBrokenSubject, renderSubject, type Links, type RenderOptions } from '../mail/render.ts'
import { simulatedReader } from './simulated-reader.ts'

export type EngineOptions = {
  store: Store
  clock: SandboxClock
  credits: Credits
  links: () => Links
  maxMessageBytes: number
  /**
   * Plans plausible steps for a message to an address without a rule. Returns undefined if the scenario simulates none.
   */
  planLife: (start: number, links: () => readonly string[]) => PlannedStep[] | undefined
  onError: (error: unknown) => void
  /** Called with every send once its messages are on disk. */
  onAccepted?: (send: NewSend, ids: readonly string[]) => void
  /** Called after planned steps have changed messages, with the rows of those that waited for credits until then. */
  onSteps?: (released: readonly number[]) => void
}

/** A send that is being split into messages. */
type Sending = {
  outgoing: Outgoing
  content: SendContent
  start: number
  /**
   * The links that a reader can click. The search for them runs at most once, and only if a message’s plan needs them.
   */
  links: () => readonly string[]
}

/** Accepts sends from HTTP and SMTP, and carries out their messages’ planned steps. */
export class Engine {
  readonly lifecycle: Lifecycle
  readonly #options: EngineOptions
  readonly #commits: GroupCommit

  constructor(options: EngineOptions) {
    this.#options = options
    const { store, clock, onError, onSteps } = options
    this.#commits = new GroupCommit(store, (send, ids) => {
      const due = Math.min(...send.messages.map(({ plan }) => plan?.[0]?.due ?? Infinity))
      this.lifecycle.planned(due)
      options.onAccepted?.(send, ids)
    })
    this.lifecycle = new Lifecycle({ store, clock, isBusy: () => this.isBusy, onError, onSteps })
  }

  /** Resolves with one message id per recipient once the messages are on disk. */
  send(outgoing: Outgoing): Promise<string[]> {
    const createdDate = this.#options.clock.now()
    const content = this.#content(outgoing)
    this.#addDomain(content.from.address)
    const { options, apiKey } = outgoing
    const letters = outgoing.text.length + outgoing.html.length
    const sizes =
      letters < largeMessage
        ? this.#sizes(outgoing, content, createdDate)
        : keepYoungGenerationSmall(() => this.#sizes(outgoing, content, createdDate))
    collectAfter(letters)
    let found: readonly string[] | undefined
    const links = (): readonly string[] => (found ??= linksOf(content.html ?? '', content.text ?? ''))
    const sending = { outgoing, content, start: createdDate, links }
    const { credits } = this.#options
    const left = credits.left()
    const messages = recipients(outgoing).map((to, index) =>
      this.#message(to, { size: sizes[index]!, isPaid: index < left }, sending),
    )
    credits.spend(messages.length)
    const written = this.#commits.write({
      createdDate,
      apiKey,
      tags: options.tags,
      list: options.blacklist,
      content,
      messages,
    })
    if (letters >= largeMessage) void written.then(collectSoon(letters), () => undefined)
    return written
  }

  /** Notes for the request log: which of a send’s options have no effect, and why. */
  notesOn(outgoing: Outgoing): string[] {
    return unknownNames(outgoing, this.#options.store)
  }

  /** Whether a caller is waiting for a send to be stored. */
  get isBusy(): boolean {
    return !this.#commits.isIdle
  }

  /** Writes all accepted sends. Must be called before the store’s content is replaced. */
  flush(): void {
    this.#commits.flush()
  }

  close(): void {
    this.flush()
    this.lifecycle.close()
  }

  /**
   * A template supplies the content, and the message supplies whatever the template leaves empty. Only the message’s
   * sender takes precedence over the template’s. If the template is unknown, the message’s content is used unchanged.
   * The service’s documentation does not specify this.
   */
  #content(outgoing: Outgoing): SendContent {
    const { from, replyTo, subject, text, html, images, attachments, cc, options, envelopeId } = outgoing
    const name = options.template
    const { store } = this.#options
    const template = name === undefined ? null : findTemplate(name, store)
    const sender = from ?? template?.from
    if (sender === undefined) throw invalid('msg.from is required.')
    const content: SendContent & { text: string; html: string } = {
      from: sender,
      subject: template?.subject || subject,
      text: template?.textContent || text,
      html: template?.htmlContent || html,
      images,
      attachments,
      headers: storedOptions({ ...options, lines: [...options.lines, ...ipLines(options, () => store.ips.list())] }),
    }
    const own = fillUnsubscribe(options.unsubscribe, content)
    if (own !== undefined) {
      content.html = own.html
      content.text = own.text
      content.headers['unsubscribeTo'] = own.target
    }
    if (envelopeId !== undefined) content.headers['envelopeId'] = envelopeId
    if (replyTo !== undefined) content.replyTo = replyTo
    if (cc.length > 0) content.cc = cc
    const isEmpty = content.text === '' && content.html === '' && attachments.length === 0
    // Only mail received over SMTP has a size, and there is no request whose field its refusal could name.
    if (isEmpty && outgoing.size !== undefined) throw invalid('The message has no text, no HTML and no attachment.')
    if (isEmpty) throw invalid('msg.text, msg.html or an attachment is required.')
    return content
  }

  /** Adds the sender’s domain to the account, if the account is set up for that. */
  #addDomain(sender: string): void {
    const { store, clock } = this.#options
    if (!store.configuration.current.addNewDomains) return
    const sending = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
    if (store.domains.get(sending) !== null) return
    store.domains.put({ sending, tracking: `track.${sending}`, email: `postmaster@${sending}` }, clock.now())
  }

  /**
   * Computes the exact sizes of the messages in bytes. Messages to recipients without substitution values differ only
   * in the `To` line, because ids, signatures and dates have a fixed length. Therefore, only one of them is composed.
   */
  #sizes(outgoing: Outgoing, content: SendContent, createdDate: number): number[] {
    const { size } = outgoing
    const { base } = this.#options.links()
    const limit = Math.max(this.#options.maxMessageBytes, size ?? 0)
    if (contentBytes(content, null) > limit) throw tooLarge(limit)
    let shared: number | undefined
    return recipients(outgoing).map(({ address: email, personalName }) => {
      const own = outgoing.substitutions.get(email.toLowerCase())
      // Checked before composing: if a large value is used for several placeholders, the composed message might not fit
      // in memory.
      if (own !== undefined && contentBytes(content, own.values) > limit) throw tooLarge(limit)
      if (size !== undefined) return size
      if (own === undefined && shared !== undefined) return shared + toLineLength({ email, personalName })
      const length = composedLength({ content, email, personalName, createdDate, values: own?.values ?? null }, base)
      if (own === undefined) shared = length - toLineLength({ email, personalName })
      return length
    })
  }

  #message(to: Mailbox, { size, isPaid }: { size: number; isPaid: boolean }, sending: Sending): NewMessage {
    const { outgoing, content } = sending
    const { options, substitutions } = outgoing
    const own = substitutions.get(to.address.toLowerCase())
    const values: JsonObject | null = own?.values ?? null
    const meta = own?.meta === undefined ? options.meta : { ...options.meta, ...own.meta }
    if (values !== null) refuseBrokenSubject(content.subject, values, to.address)
    const subject = renderSubject(content.subject, values)
    return {
      email: to.address,
      personalName: to.personalName || undefined,
      subject,
      size,
      meta: meta ?? null,
      values,
      ...(isPaid ? this.#outcome(to.address, sending) : this.#waiting(to.address, sending)),
    }
  }

  /** Without credits, a message waits until the plan is renewed. */
  #waiting(email: string, sending: Sending): PlannedOutcome {
    const outcome = this.#outcome(email, { ...sending, start: this.#options.credits.renewal() })
    if (outcome.state === 'rejected') return outcome
    return { ...outcome, state: 'deferred', reason: noCredits }
  }

  #outcome(email: string, { outgoing, links, start }: Sending): PlannedOutcome {
    const { store, planLife } = this.#options
    const blocking = store.blacklists.blocking(email, outgoing.options.blacklist)
    if (blocking !== null) return { state: 'rejected', reason: `blacklisted: ${blocking}` }
    const ruled = ruledOutcome({ email, start, reader: () => simulatedReader(email), url: () => links()[0] })
    if (ruled !== undefined) return ruled
    const plan = planLife(start, links)
    return plan === undefined ? plainOutcome(start) : { plan }
  }
}

/**
 * Returns a callback that collects garbage after the call’s response, but before the message’s file is written.
 * Creating it in a separate function keeps it from referring to the message.
 */
function collectSoon(letters: number): () => void {
  return () => void setImmediate(collectAfter, letters)
}

/**
 * Returns everyone to whom the message goes. Each cc and bcc recipient gets a separate message, like each `to`
 * recipient.
 */
function recipients({ to, cc, bcc }: Outgoing): Mailbox[] {
  return cc.length === 0 && bcc.length === 0 ? to : [...to, ...cc, ...bcc]
}

function storedOptions({ domain, tracking, analytics, bulk, textVersion, lines }: Outgoing['options']): JsonObject {
  const kept: RenderOptions = { domain, tracking, analytics, bulk, textVersion, lines }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as JsonObject
}
