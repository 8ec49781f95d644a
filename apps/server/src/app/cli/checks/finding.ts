type Mood = 'ok' | 'warn' | 'fail'

/** What one look found. */
export type Finding = { mood: Mood; about: string; says: string }
