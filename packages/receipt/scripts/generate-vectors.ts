import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approvalCases } from './cases/approval-cases.ts'
import { approverFormCases } from './cases/approver-form-cases.ts'
import { canonicalizationCases } from './cases/canonicalization-cases.ts'
import { chainCases } from './cases/chain-cases.ts'
import { ed25519Cases } from './cases/ed25519-cases.ts'
import { assertionCases, evidenceCases, payloadCases } from './cases/evidence-cases.ts'
import { headerDecodingCases, headerEncodingCases } from './cases/header-cases.ts'
import { linkCases } from './cases/link-cases.ts'
import { oldPayloadCases, oldProfileCases } from './cases/old-profile-cases.ts'
import { introductionCases, quorumCases } from './cases/quorum-cases.ts'
import type { CaseGroup } from './cases/receipt-case.ts'
import { schemaCases, validCases } from './cases/schema-cases.ts'
import { signatureCases } from './cases/signature-cases.ts'
import { limitCases, textCases } from './cases/text-cases.ts'
import { freshnessCases, policyCases, timeCases } from './cases/time-cases.ts'

const FOLDER = join(import.meta.dirname, '..', 'vectors', 'cases')

const GROUPS: CaseGroup[] = [
  validCases,
  schemaCases,
  textCases,
  signatureCases,
  linkCases,
  assertionCases,
  timeCases,
  evidenceCases,
  freshnessCases,
  policyCases,
  payloadCases,
  limitCases,
  oldProfileCases,
  oldPayloadCases,
  canonicalizationCases,
  ed25519Cases,
  headerDecodingCases,
  headerEncodingCases,
  chainCases,
  approvalCases,
  approverFormCases,
  quorumCases,
  introductionCases,
]

/** File names and contents of the kit; the same on every machine and every day. */
export function vectorFiles(): Map<string, string> {
  return new Map(GROUPS.map((group) => [`${group.topic}.json`, writeGroup(group)]))
}

/** Names of files that are missing, differ from what the script writes, or should not be there. */
export function findDriftedFiles(): string[] {
  const wanted = vectorFiles()
  const present = readdirSync(FOLDER)
  const differing = [...wanted].filter(
    ([name, text]) => !present.includes(name) || readFileSync(join(FOLDER, name), 'utf8') !== text,
  )
  return [...differing.map(([name]) => name), ...present.filter((name) => !wanted.has(name))]
}

function writeGroup({ topic, kind, about, cases }: CaseGroup): string {
  const named = cases.map(({ name, ...rest }) => ({ name: `${topic}/${name}`, ...rest }))
  refuseRepeatedNames(named.map(({ name }) => name))
  // One line a case: a change of one case is a change of one line.
  const lines = named.map((one) => JSON.stringify(one)).join(',\n')
  return `{"kind":${JSON.stringify(kind)},"about":${JSON.stringify(about)},"cases":[\n${lines}\n]}\n`
}

function refuseRepeatedNames(names: string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new Error(`two cases are named ${repeated}`)
}

if (import.meta.main) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, text] of vectorFiles()) writeFileSync(join(FOLDER, name), text)
}
