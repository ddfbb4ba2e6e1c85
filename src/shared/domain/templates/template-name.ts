import { slug } from '../../text/slug.ts'

/** Returns the name by which sends will refer to a template. Services use the slug of its description. */
export function templateName(description: string): string {
  return slug(description)
}

/**
 * Returns the name that a template would get from a new description, or null if its name stays the same. Programs that
 * use the old name would no longer find the template.
 */
export function renamed(template: { name: string; description: string }, description: string): string | null {
  if (description.trim() === template.description.trim()) return null
  const name = templateName(description)
  return name === template.name ? null : name
}
