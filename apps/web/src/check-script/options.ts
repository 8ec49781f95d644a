type Callback = (response: string) => void

/** The options of a check button, from its element's attributes or from `stillhere.render`. */
export type Options = {
  siteKey: string
  action: string
  cdata?: string
  assurance?: number
  subjectKind?: string
  /** True if the element's form can't be submitted before the check has passed. */
  isRequired: boolean
  onPassed?: Callback
  onExpired?: Callback
  onError?: Callback
  /** The names of the hidden fields that receive the response. */
  fields: string[]
}

/** The options that `stillhere.render` accepts. Some have the names of other captcha services, so that sites can switch without changes. */
export type GivenOptions = {
  sitekey?: string
  siteKey?: string
  action?: string
  cdata?: string
  assurance?: number | string
  subjectKind?: string
  required?: boolean | string
  callback?: unknown
  'expired-callback'?: unknown
  'error-callback'?: unknown
}

/** The CSS selector of the elements that get a check button. */
export const PLACES = '.stillhere-check, .cf-turnstile, .h-captcha, .g-recaptcha'

const FIELDS: Readonly<Record<string, string[]>> = {
  'cf-turnstile': ['cf-turnstile-response'],
  'h-captcha': ['h-captcha-response', 'g-recaptcha-response'],
  'g-recaptcha': ['g-recaptcha-response'],
}

/**
 * Reads the options of a check button from the arguments of `stillhere.render` (`given`) and from the data attributes of its element (`place`).
 * An argument takes precedence over its attribute.
 */
export function readOptions(place: HTMLElement, given: GivenOptions): Options {
  const { dataset, classList } = place
  const cdata = given.cdata ?? dataset.cdata
  const subjectKind = given.subjectKind ?? dataset.subjectKind
  const assurance = Number(given.assurance ?? dataset.assurance)
  return {
    siteKey: given.siteKey ?? given.sitekey ?? dataset.siteKey ?? dataset.sitekey ?? '',
    action: given.action ?? dataset.action ?? `Continue at ${location.host}`,
    ...(cdata !== undefined && { cdata }),
    ...(assurance > 0 && { assurance }),
    ...(subjectKind && { subjectKind }),
    isRequired: String(given.required ?? dataset.required) !== 'false',
    ...readCallbacks(dataset, given),
    fields: ['stillhere-response', ...[...classList].flatMap((name) => FIELDS[name] ?? [])],
  }
}

function readCallbacks(
  dataset: DOMStringMap,
  given: GivenOptions,
): Pick<Options, 'onPassed' | 'onExpired' | 'onError'> {
  const onPassed = findCallback(given.callback ?? dataset.callback)
  const onExpired = findCallback(given['expired-callback'] ?? dataset.expiredCallback)
  const onError = findCallback(given['error-callback'] ?? dataset.errorCallback)
  return { ...(onPassed && { onPassed }), ...(onExpired && { onExpired }), ...(onError && { onError }) }
}

/** Finds a callback by function or by global name. The name is resolved when it's called, because it may be defined later. */
function findCallback(given: unknown): Callback | undefined {
  if (typeof given === 'function') return given as Callback
  if (typeof given !== 'string' || given === '') return undefined
  return (response) => {
    const named: unknown = Reflect.get(globalThis, given)
    if (typeof named === 'function') (named as Callback)(response)
  }
}
