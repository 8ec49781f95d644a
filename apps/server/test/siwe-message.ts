/** What a message of EIP-4361 says. */
export type SiweFields = {
  scheme?: string
  domain: string
  address: string
  statement?: string
  uri: string
  version: string
  chainId: number
  nonce: string
  issuedAt: Date
  expirationTime?: Date
  notBefore?: Date
  requestId?: string
  resources?: string[]
}

/** The message in the grammar of EIP-4361, whatever its fields hold; tools/viem.test.ts compares it with viem's. */
export function writeSiweMessage({ resources, ...fields }: SiweFields): string {
  const origin = fields.scheme === undefined ? fields.domain : `${fields.scheme}://${fields.domain}`
  const opening = `${origin} wants you to sign in with your Ethereum account:\n${fields.address}\n`
  const lines = [
    ['URI', fields.uri],
    ['Version', fields.version],
    ['Chain ID', fields.chainId],
    ['Nonce', fields.nonce],
    ['Issued At', fields.issuedAt.toISOString()],
    ['Expiration Time', fields.expirationTime?.toISOString()],
    ['Not Before', fields.notBefore?.toISOString()],
    ['Request ID', fields.requestId],
  ].flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`))
  const list = resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]
  return [opening, fields.statement === undefined ? '' : `${fields.statement}\n`, ...lines, ...list].join('\n')
}
