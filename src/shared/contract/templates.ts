import { z } from 'zod'
import { command } from './base/define.ts'
import { mailbox } from './base/draft.ts'

const accountId = z.string().max(80)
/** An id or a name, because services accept both. */
const id = z.string().trim().min(1, 'Enter the template ID.').max(300)
const effectId = z.uuid()
const version = z.string().max(120)
const ability = z.enum(['yes', 'no', 'unknown'])

const contentFields = {
  description: z.string().trim().min(1, 'Give the template a description.').max(200),
  from: mailbox,
  subject: z.string().max(5000),
  html: z.string().max(5_000_000),
  text: z.string().max(5_000_000),
}

const summary = z.strictObject({
  id: z.string(),
  /** The name that a send refers to: the description’s slug. */
  name: z.string(),
  description: z.string(),
  from: mailbox,
  subject: z.string(),
  htmlBytes: z.number().int(),
  textBytes: z.number().int(),
  /** Epoch milliseconds; null if the service does not report the time. */
  createdAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  versions: z.number().int(),
  /** Placeholder names in the subject, the HTML and the text; at most 100. */
  variables: z.array(z.string()),
})
export type TemplateSummary = z.infer<typeof summary>

/**
 * `read`: the version was found in the service, because it was made elsewhere or before Mailroom first read the
 * template.
 */
export const versionOrigins = ['read', 'create', 'update', 'rollBack'] as const
/**
 * `unknown`: the version was sent, but the response was lost, and only a check can tell. `refused`: the service hasn’t
 * changed, but the version is kept because the user wrote it.
 */
export const versionStates = ['saved', 'unknown', 'refused'] as const

const versionSummary = z.strictObject({
  id: version,
  /** Epoch milliseconds. */
  keptAt: z.number(),
  origin: z.enum(versionOrigins),
  state: z.enum(versionStates),
  /** Whether the response was lost, and only a later read or check revealed that the version had arrived. */
  answerLost: z.boolean(),
  /** The outcome that settles an unknown version; null if there is none. */
  effectId: z.string().nullable(),
  /** For a rollback: the earlier version whose content was used again. */
  of: version.nullable(),
  description: z.string(),
  subject: z.string(),
  htmlBytes: z.number().int(),
  textBytes: z.number().int(),
  /** Whether the service has this content, as far as is known. */
  isCurrent: z.boolean(),
})
export type TemplateVersion = z.infer<typeof versionSummary>

const content = z.strictObject({
  description: z.string(),
  from: z.strictObject({ address: z.string(), name: z.string() }),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})
export type TemplateContent = z.infer<typeof content>

const template = z.strictObject({
  id: z.string(),
  name: z.string(),
  ...content.shape,
  createdAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  variables: z.array(z.string()),
})
export type Template = z.infer<typeof template>

const read = z.strictObject({
  /**
   * `kept`: the service’s copy can’t be read, so this is the newest version kept here. `none`: there is no version,
   * either.
   */
  source: z.enum(['service', 'kept', 'none']),
  /** Null if `source` is `none`. The template can still be updated by its id. */
  template: template.nullable(),
  /** The kept version with this content, to be passed to an update as `base`; null if it couldn’t be kept. */
  version: version.nullable(),
  /** A sentence that describes a problem with this content. Empty if there is none. */
  problem: z.string(),
})
export type ReadTemplate = z.infer<typeof read>

/**
 * `base` is the version that the user last saw. If the service has a different version by now, nothing is sent. Null if
 * no version could be read.
 */
const change = { effectId, base: version.nullable() }
const changed = z.strictObject({
  name: z.string(),
  /** The service’s current version. */
  version,
})

export const templates = {
  'templates.list': command(
    z.strictObject({ accountId }),
    z.strictObject({
      /** Null if the account cannot list its templates. */
      templates: z.array(summary).nullable(),
      /**
       * Removed templates: they are no longer in the list, but this computer still has versions of them. If the account
       * can’t list its templates, every template with versions.
       */
      known: z.array(summary),
      /** The number of list entries that could not be read. */
      unreadable: z.number().int(),
      canRead: ability,
      canAdd: ability,
      canRemove: ability,
      canTest: ability,
    }),
  ),
  /** The template as the service currently returns it. Content that is not kept here yet becomes a version. */
  'templates.get': command(z.strictObject({ accountId, id }), read),
  /**
   * Keeps both the service’s copy and the new content before sending anything. Refused with `template-changed` if the
   * copy is not `base`, in which case `details.version` is the copy.
   */
  'templates.update': command(z.strictObject({ accountId, id, ...contentFields, ...change }), changed),
  'templates.rollBack': command(z.strictObject({ accountId, id, version, ...change }), changed),
  'templates.create': command(
    z.strictObject({ accountId, effectId, ...contentFields }),
    /**
     * `id` is null if the service returns none. `version` is null in that case, and also if the content could not be
     * kept.
     */
    z.strictObject({ id: z.string().nullable(), name: z.string(), version: version.nullable() }),
  ),
  /** The template’s versions are kept, so that it can be created again. */
  'templates.remove': command(z.strictObject({ accountId, id, effectId }), z.void()),
  /** Sends the service’s template by email. */
  'templates.test': command(
    z.strictObject({ accountId, id, effectId, recipient: z.string().trim().min(1).max(320) }),
    z.void(),
  ),
  'templates.history': command(
    z.strictObject({ accountId, id }),
    z.strictObject({
      /** Newest first. */
      versions: z.array(versionSummary),
      /** The number of damaged version files. */
      unreadable: z.number().int(),
    }),
  ),
  'templates.version': command(z.strictObject({ accountId, id, version }), content),
}
