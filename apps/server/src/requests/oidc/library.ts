import { createRequire } from 'node:module'

type Library = typeof import('oidc-provider')

const require = createRequire(import.meta.url)
const load = (): Library => require('oidc-provider') as Library

/** The provider's library, loaded when somebody first comes by OpenID Connect: it has 240 files. */
export const library = {
  get errors(): Library['errors'] {
    return load().errors
  },
  get interactionPolicy(): Library['interactionPolicy'] {
    return load().interactionPolicy
  },
  get Provider(): Library['Provider'] {
    return load().Provider
  },
}
