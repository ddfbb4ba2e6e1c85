import type { EditedTemplate } from '#shared/contract/base/draft.ts'
import { renamed, templateName } from '#shared/domain/templates/template-name.ts'
import { visible } from '#shared/text/visible.ts'

/** What programs that send with a template lose by a new description, as a sentence; null where its name stays. */
export function renameWarning(template: EditedTemplate, description: string): string | null {
  if (template.id === null || templateName(description) === '') return null
  if (template.name === '') {
    return 'The service makes the name from the description. Programs that send with another name will no longer find this template.'
  }
  const name = renamed(template, description)
  if (name === null) return null
  return `Programs that send with “${visible(template.name)}” will no longer find this template; they must use “${name}”.`
}
