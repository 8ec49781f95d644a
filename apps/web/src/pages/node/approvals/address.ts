/** The site key or agent id that an address asks to allow, as a refused asker is told to name it; null where it names none. */
export function readAllow({ searchParams }: URL): string | null {
  return searchParams.get('allow')?.trim() || null
}

/** Where a person reads who wants to ask, and lets it. */
export function hrefToAllow(asker: string): string {
  return `/node?allow=${encodeURIComponent(asker)}`
}
