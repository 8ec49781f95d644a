/** What the service wrote into the document of a check. */
export type CheckFacts = {
  id: string
  site: string
  origin: string
  action: string
  details: string | Record<string, string> | null
  assurance: 1 | 2 | 3
  /** Whether the site takes a mailed code for a scan. */
  otherWay: boolean
  /** Whether a page of the site started it, and has to prove that it opened this one. */
  fromPage: boolean
  test: boolean
  status: 'open' | 'passed' | 'failed' | 'expired'
}

/** The check of this document; null where there is no such check. */
export function readFacts(): CheckFacts | null {
  const text = document.getElementById('check')?.textContent ?? 'null'
  return JSON.parse(text) as CheckFacts | null
}
