import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import { isTranslated } from '../texts/is-text.ts'
import { chosenLanguage, readLanguage } from '../texts/language-file.ts'
import { translate } from '../texts/translate.ts'

const declaration = "textLanguage: string = 'en'"

/**
 * Builds the program in the language named by MAILROOM_LANGUAGE: its texts are replaced by those of the language file. For
 * English there is no plugin, so the texts cost nothing. It must run before the compiler for Svelte.
 */
export function translated(root: string): Plugin[] {
  const name = chosenLanguage()
  if (name === null) return []
  const language = readLanguage(name)
  return [
    {
      name: 'translated',
      enforce: 'pre',
      transform(code, id) {
        const [file = '', query] = id.split('?')
        const path = relative(root, file).replaceAll(sep, '/')
        if (query !== undefined || !isTranslated(path)) return null
        if (path === 'src/shared/text/language.ts') {
          return { code: code.replace(declaration, `textLanguage: string = ${JSON.stringify(name)}`), map: null }
        }
        return { code: translate(path, code, language), map: null }
      },
      transformIndexHtml: (html) => html.replace('lang="en"', `lang="${name}"`),
    },
  ]
}
