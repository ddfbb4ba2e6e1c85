import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { FiguresQuestion } from './dashboard-figures.svelte.ts'

/** Navigates to a question’s address, so that Back returns to the previous question. */
export function showQuestion({ router }: AppState, question: FiguresQuestion): void {
  const { text, comparison, metaKey } = question
  const compare = comparison ?? ''
  router.go(['dashboard'], { ...Object.fromEntries(router.route.query), q: text, compare, meta: metaKey })
}
