/** The wait that a Retry-After field asks for (RFC 9110, 10.2.3): seconds or a date; undefined where it says nothing. */
export function retryAfterMs(field: string | null, nowMs: number): number | undefined {
  const text = field?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Dates have letters; Date.parse would take "-1" and "1.5" for years.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
