import { readFileSync, readdirSync } from 'node:fs'

const folder = new URL('.//', import.meta.url)

/**
 * Mails from real programs: Outlook’s comments, nested tables, tags in capitals or never closed, a single long line.
 */
export const realMails = readdirSync(folder)
  .filter((file) => file.endsWith('.mail.txt'))
  .map((file) => ({
    name: file.replace('.mail.txt', ''),
    html: readFileSync(new URL(file, folder), 'utf8'),
  }))

export function realMail(name: string): string {
  const mail = realMails.find((known) => known.name === name)
  if (!mail) throw new Error(`There is no mail named ${name}.`)
  return mail.html
}
