import type { Case, Verdict } from './case.ts'

export type ToChild = { readonly cases: readonly Case[] }
export type FromChild = { readonly begun: number } | { readonly ended: number; readonly verdict: Verdict }
