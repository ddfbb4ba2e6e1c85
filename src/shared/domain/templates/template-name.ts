import { slug } from '../../text/slug.ts'

/** The name by which a send will refer to a template: services use the slug of its description. */
export function templateName(description: string): string {
  return slug(description)
}

/**
 * The name that a new description gives a template, or null if its name stays the same: programs that use the old name then
 * lose the template.
 */
export function renamed(template: { name: string; description: string }, description: string): string | null {
  if (description.trim() === template.description.trim()) return null
  const name = templateName(description)
  return name === template.name ? null : name
}
