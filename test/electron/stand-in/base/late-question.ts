type Shown = { readonly kind: string; readonly options?: { readonly message?: string } }

/** Whether this is the question that only a slow machine asks: the page has soon saved, and the question closes. */
export function isLateQuestion({ options }: Shown): boolean {
  return options?.message?.startsWith('The window is still saving.') ?? false
}
