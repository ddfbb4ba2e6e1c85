import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from './translate.ts'

const folder = fileURLToPath(new URL('../../../resources/languages/', import.meta.url))

/** The language named by MAILROOM_LANGUAGE, or null for English. */
export function chosenLanguage(): string | null {
  const name = process.env['MAILROOM_LANGUAGE'] ?? ''
  return name === '' || name === 'en' ? null : checkedName(name)
}

export function checkedName(name: string): string {
  if (/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(name)) return name
  throw new Error(`“${name}” is not the name of a language. Use one such as de or pt-BR.`)
}

export function languageFile(name: string): string {
  return join(folder, `${name}.json`)
}

/** Reads the translations and leaves out those that are still empty. */
export function readLanguage(name: string): Language {
  const path = languageFile(name)
  if (!existsSync(path)) throw new Error(`There is no ${path}. Create it with npm run texts -- --language ${name}`)
  return new Map(readTranslations(path).filter(([, translation]) => translation !== ''))
}

export function readTranslations(path: string): [message: string, translation: string][] {
  const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const entries = typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.entries(read) : null
  if (entries === null || !entries.every(([, translation]) => typeof translation === 'string')) {
    throw new Error(`${path} must be one object that has a translation, or an empty text, for each English text.`)
  }
  return entries as [string, string][]
}

export function writeLanguage(name: string, translations: readonly (readonly [string, string])[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(languageFile(name), `${JSON.stringify(Object.fromEntries(translations), null, 2)}\n`)
}
