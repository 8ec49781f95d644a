import { signal } from '@preact/signals'

/** The operator's secret. It stays in this variable: a reload forgets it, and nothing can read it later. */
export const adminSecret = signal<string | null>(null)
