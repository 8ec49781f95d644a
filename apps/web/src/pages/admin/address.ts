const TABS = [
  'overview',
  'people',
  'invites',
  'sites',
  'agents',
  'approvals',
  'mail',
  'publishing',
  'calibration',
  'logs',
  'health',
] as const

/** The tabs of this page. Each has an address of its own. */
type TabName = (typeof TABS)[number]

/** Returns the name of the Admin tab that an address names, or `overview`. */
export function readTab(url: URL): TabName {
  const named = url.searchParams.get('tab')
  return TABS.find((name) => name === named) ?? 'overview'
}

/** Returns the address of an Admin tab. */
export function toTabHref(name: string): string {
  return `/admin?tab=${encodeURIComponent(name)}`
}

/** The artifact shown on the Calibration tab, and the one it is compared with. */
export type CalibrationChoice = { artifact: string | null; against: string | null }

/** Returns the IDs of the calibration artifact to show and of the artifact to compare it with, from an address of the Calibration tab. An ID that the address lacks is null. */
export function readCalibrationChoice({ searchParams }: URL): CalibrationChoice {
  return { artifact: searchParams.get('artifact') || null, against: searchParams.get('against') || null }
}

/** Returns the address of the Calibration tab that shows this calibration artifact, compared with the artifact `against`. */
export function toCalibrationHref({ artifact, against }: CalibrationChoice): string {
  const query = new URLSearchParams({ tab: 'calibration' })
  if (artifact !== null) query.set('artifact', artifact)
  if (against !== null) query.set('against', against)
  return `/admin?${query}`
}
