import { createHash } from 'node:crypto'
import type { TemplateInput } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { CallOptions } from '../options/options.ts'
import { readList } from '../read/list.ts'
import { readTemplate } from '../read/settings.ts'
import { refuseOthers } from '../write/recipients.ts'
import { change, changed } from './changes.ts'
import { remembered } from './remembered.ts'

export type TemplateOperations = ReturnType<typeof templateOperations>

const path = '/settings/templates'
const pathOf = (id: string) => `${path}/${segment(id)}`

/** With `effectId`, the caller can find the effect in the journal. */
type EffectOptions = CallOptions & { readonly effectId?: string }
type Named = { readonly id: string; readonly description: string }

export function templateOperations(context: Context) {
  const { caller } = context

  const list = (options?: CallOptions) =>
    caller.call(
      { operation: 'templates.list', method: 'GET', path: `${path}/list` },
      (answer) => readList(answer, readTemplate, ['templates', 'data']),
      options,
    )

  /** Returns false if the account cannot list its templates. */
  async function isListed(matches: (template: ReturnType<typeof readTemplate>) => boolean): Promise<boolean> {
    try {
      return (await list()).items.some(matches)
    } catch (thrown) {
      if (isUnknownPath(thrown)) return false
      throw thrown
    }
  }

  return {
    list,
    /** Reads a template by its id or name. */
    get: (id: string, options?: CallOptions) =>
      caller.call({ operation: 'templates.get', method: 'GET', path: pathOf(id) }, readTemplate, options),
    update: (id: string, input: TemplateInput, options?: EffectOptions) => update(context, id, input, options),
    /** Returns null if the service returned only “success”. */
    add: (input: TemplateInput, options?: EffectOptions) =>
      remembered(
        context,
        'templates.add',
        () => add(context, input, options),
        // The path for creating a template contains no id, so if other templates exist, a 404 means that the operation
        // is missing.
        () => isListed(() => true),
      ),
    remove: (template: Named, options?: EffectOptions) =>
      remembered(
        context,
        'templates.remove',
        () => remove(context, template, options),
        () => isListed(({ id }) => id === template.id),
      ),
    /** Emails the template with its placeholders unchanged. */
    test: (template: Named, recipient: string, options?: EffectOptions) =>
      remembered(
        context,
        'templates.test',
        () => test(context, template, recipient, options),
        () => isListed(({ id }) => id === template.id),
      ),
  }
}

async function update(
  { caller }: Context,
  id: string,
  input: TemplateInput,
  { effectId, ...options }: EffectOptions = {},
): Promise<void> {
  const { description, subject, htmlContent, textContent } = input
  const hashes = { htmlHash: hashOf(htmlContent), textHash: hashOf(textContent) }
  const request = {
    operation: 'templates.update',
    method: 'PUT',
    path: pathOf(id),
    body: bodyOf(input),
    effect: { kind: 'template', id, description, from: input.from.address, subject, ...hashes },
    effectId,
    failed: 'The service did not update the template.',
  } as const
  await change(caller, request, options)
}

function add(
  { caller, options: { clock } }: Context,
  input: TemplateInput,
  { effectId, ...options }: EffectOptions = {},
) {
  const request = {
    operation: 'templates.add',
    method: 'POST',
    path,
    body: bodyOf(input),
    effect: { kind: 'new-template', description: input.description, startedAt: clock.now() },
    effectId,
    failed: 'The service did not create the template.',
    field: 'id',
  } as const
  return changed(caller, request, readTemplate, options)
}

async function remove(
  { caller }: Context,
  { id, description }: Named,
  { effectId, ...options }: EffectOptions = {},
): Promise<void> {
  const request = {
    operation: 'templates.remove',
    method: 'DELETE',
    path: pathOf(id),
    body: '{}',
    effect: { kind: 'template-removal', id, description },
    effectId,
    failed: 'The service did not delete the template.',
  } as const
  await change(caller, request, options)
}

async function test(
  { caller, options: { profile } }: Context,
  { id, description }: Named,
  recipient: string,
  { effectId, ...options }: EffectOptions = {},
): Promise<void> {
  refuseOthers({ to: [{ address: recipient }], from: { address: '' }, subject: '' }, profile.recipientAllowList)
  const request = {
    operation: 'templates.test',
    method: 'POST',
    path: `${pathOf(id)}/test`,
    body: JSON.stringify({ recipient }),
    effect: { kind: 'template-test', description, email: recipient },
    effectId,
    failed: 'The service did not send the test message.',
  } as const
  await change(caller, request, options)
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

function bodyOf({ description, from, subject, htmlContent, textContent }: TemplateInput): string {
  const body = { description, from, subject, htmlContent, textContent }
  return JSON.stringify(body satisfies Record<keyof TemplateInput, unknown>)
}
