import { slug } from '../../text/slug.ts'

/** The name by which a send will refer to a template: a service uses the slug of its description. */
export function templateName(description: string): string {
  return slug(description)
}

/** The name that a new description gives a template, or null if its name stays: callers of the old name then lose it. */
export function renamed(template: { name: string; description: string }, description: string): string | null {
  if (description.trim() === template.description.trim()) return null
  const name = templateName(description)
  return name === template.name ? null : name
}
