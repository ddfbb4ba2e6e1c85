import type { EditedTemplate } from '../../contract/base/draft.ts'
import { visible } from '../../text/visible.ts'
import { renamed, templateName } from './template-name.ts'

type Template = Pick<EditedTemplate, 'id' | 'name' | 'description'>

/**
 * Returns a sentence describing what a new description breaks for programs that send with the template; null if it
 * breaks nothing.
 */
export function renameWarning(template: Template, description: string): string | null {
  if (template.id === null || templateName(description) === '') return null
  if (template.name === '') {
    return 'The service derives the name from the description. Programs that use a different name will no longer find this template.'
  }
  const name = renamed(template, description)
  if (name === null) return null
  return `Programs that send with “${visible(template.name)}” will no longer find this template. They must use “${name}”.`
}
