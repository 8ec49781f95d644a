import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  canPython,
  environmentWithoutCryptography,
  findPython,
  PYTHON_PACKAGE,
  pythonEnvironment,
} from '../../../scripts/programs.ts'
import { caseFiles, readGroups } from '../conformance/cases.ts'
import { acceptReceipt } from '../src/accept.ts'
import type { BuildParams } from '../src/build.ts'
import { type PresencePolicy, presencePolicyToBlock } from '../src/presence-policy.ts'
import type { Receipt } from '../src/receipt.ts'
import { signStatusList } from '../src/status-list.ts'
import {
  editMember,
  EXPIRY,
  ISSUER,
  ISSUER_KEYS,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  PRESENCE_POLICY,
  sampleReceipt,
} from './sample-receipts.ts'

const hasPython = canPython('pass', 'tests of the Python package')
// Debian's has the package for approvals where the one on the PATH may not.
const approverPython = findPython('import cryptography')
const hasSetuptools = hasPython && canPython('import setuptools', 'tests of building the Python package')

const DEMANDS = { trustedIssuers: [ISSUER.publicKey], audience: 'https://stillhere.example', now: NOW }
const STRANGERS = { trustedIssuers: [OTHER_KEYS.publicKey] }
const LATE = { now: Date.parse(EXPIRY) + 31_000 }
const GOOD = presence()

type Question = { receipt: unknown; options: object }

const QUESTIONS: Question[] = [
  ...receiptsInQuestion().map((receipt) => ({ receipt, options: {} })),
  ...optionsInQuestion().map((options) => ({ receipt: GOOD, options })),
  { receipt: presence(null), options: { minAssurance: 0 } },
  { receipt: presence(null), options: { minAssurance: 0, registered: true } },
  { receipt: presence({ assurance: 2, registered: true }), options: { minAssurance: 2, registered: true } },
  { receipt: presence({ subject_kind: 'same' }), options: {} },
  ...[{}, { allowOnce: true }, { allowOnce: 'yes' }].map((options) => ({
    receipt: presence({ subject_kind: 'once' }),
    options,
  })),
  { receipt: presence({ subject_kind: 'once', registered: true }), options: { allowOnce: true } },
  { receipt: presence({ subject_kind: 'once', motion: 'required' }), options: { allowOnce: true } },
  { receipt: presence({ test: true }), options: { allowTest: true } },
  ...digestsInQuestion(),
  { receipt: editMember(GOOD, '/verdict', 'FAIL'), options: { ...LATE, ...STRANGERS } },
].map(({ receipt, options }) => ({ receipt, options: { ...DEMANDS, ...options } }))

const APPROVAL_FILES = caseFiles().filter((path) => /\/(?:appro|quorum)[^/]*$/.test(path))
const APPROVALS = readGroups(APPROVAL_FILES).flatMap(({ kind, cases }) =>
  cases.map(({ name, expected }) => ({ kind, name, expected: expected as { accepted: boolean } })),
)

describe.runIf(hasPython)('the Python package', () => {
  it('passes its own tests', () => {
    runPython(['-m', 'unittest', 'discover', '-q', '-s', join(PYTHON_PACKAGE, 'tests')])
  })

  it('accepts what acceptReceipt accepts, and refuses the rest for the same reason', () => {
    const expected = QUESTIONS.map(({ receipt, options }) => withoutDetail(acceptReceipt(receipt, options as never)))
    const reasons = new Set(expected.map((answer) => ('reason' in answer ? answer.reason : 'none')))
    expect(reasons.size, 'reasons in question').toBe(19)
    expect(askPython(QUESTIONS)).toEqual(JSON.parse(JSON.stringify(expected)))
  })

  it('compares action and nonce as the guard does', () => {
    const made = presence({ action: 'pay', nonce: 'n-1' })
    const bindings: [Receipt, object, string | undefined][] = [
      [made, { action: 'pay', nonce: 'n-1' }, undefined],
      [made, { action: 'sell', nonce: 'n-1' }, 'ACTION_MISMATCH'],
      [made, { nonce: 'n-2' }, 'NONCE_MISMATCH'],
      [GOOD, { action: 'pay' }, 'ACTION_MISMATCH'],
      [GOOD, { nonce: 'n-1' }, 'NONCE_MISMATCH'],
    ]
    const answers = askPython(bindings.map(([receipt, options]) => ({ receipt, options: { ...DEMANDS, ...options } })))
    expect(answers.map(({ reason }) => reason)).toEqual(bindings.map(([, , reason]) => reason))
  })

  it.runIf(approverPython !== undefined)('answers every case of approvals as it must', () => {
    expect(answerApprovals(pythonEnvironment())).toEqual(
      APPROVALS.map(({ name, expected }) => ({ name, answer: expected })),
    )
  })

  it('without the package cryptography accepts no approval, and says of a good one that its signature is why', () => {
    const answers = answerApprovals(environmentWithoutCryptography())
    expect(answers.map(({ answer }) => answer.accepted)).toEqual(APPROVALS.map(() => false))
    const isGood = new Set(
      APPROVALS.flatMap(({ kind, name, expected }) => (kind === 'approval' && expected.accepted ? [name] : [])),
    )
    const reasons = answers.flatMap(({ name, answer }) => (isGood.has(name) ? [answer.reason] : []))
    expect(reasons.length).toBeGreaterThan(10)
    expect(new Set(reasons)).toEqual(new Set(['APPROVER_SIGNATURE']))
  })

  it('has the version of the npm package', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'))
    expect(readFileSync(join(PYTHON_PACKAGE, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`)
  })

  it.runIf(hasSetuptools)('is built by setuptools with every module and its types', () => {
    const folder = mkdtempSync(join(tmpdir(), 'python-package-'))
    cpSync(PYTHON_PACKAGE, folder, { recursive: true })
    const setup = 'import setuptools; setuptools.setup(script_args=["-q", "build", "egg_info"])'
    execFileSync('python3', ['-W', 'ignore', '-c', setup], { cwd: folder, stdio: 'pipe' })
    const built = readdirSync(join(folder, 'build', 'lib', 'stillhere_receipt')).toSorted()
    const scripts = readFileSync(join(folder, 'stillhere_receipt.egg-info', 'entry_points.txt'), 'utf8')
    expect(built).toEqual(readdirSync(join(PYTHON_PACKAGE, 'stillhere_receipt')).filter(isSource).toSorted())
    expect(scripts).toContain('stillhere-receipt-py = stillhere_receipt.__main__:run')
    rmSync(folder, { recursive: true })
  })
})

function runPython(args: string[], { input = '', env = pythonEnvironment() } = {}): string {
  return execFileSync(approverPython ?? 'python3', args, { env, input, stdio: 'pipe', encoding: 'utf8' })
}

/** What Python says to the cases of approvals, in their order. */
function answerApprovals(env: NodeJS.ProcessEnv): { name: string; answer: { accepted: boolean; reason?: string } }[] {
  const script = join(import.meta.dirname, '..', 'conformance', 'answer_cases.py')
  return JSON.parse(runPython([script, ...APPROVAL_FILES], { env }))
}

function askPython(questions: Question[]): { reason?: string }[] {
  const script = join(PYTHON_PACKAGE, 'tests', 'answer_acceptance.py')
  return JSON.parse(runPython([script], { input: JSON.stringify(questions) }))
}

function withoutDetail(answer: ReturnType<typeof acceptReceipt>): object {
  return answer.accepted ? answer : { accepted: false, reason: answer.reason }
}

function isSource(name: string): boolean {
  return name !== '__pycache__'
}

function receiptsInQuestion(): unknown[] {
  const verdicts = [undefined, 'FAIL', 'INSUFFICIENT_EVIDENCE'].map((verdict) => presence({}, { verdict } as never))
  const audiences = [undefined, 'https://other.example'].map((audience) => presence({}, { audience } as never))
  const policy = presencePolicyToBlock(PRESENCE_POLICY)
  const engines = [engine('EE-001'), engine('EE-003')]
  const evidence = [[engine('EE-001')], [...engines, engine('practice-x')], [...engines, policy]]
  return [
    GOOD,
    ...verdicts,
    ...audiences,
    ...evidence.map((blocks) => presence({}, { evidence: [...blocks, policy] })),
    presence(null),
    presence({ assurance: 3, registered: true }),
    presence({ test: true }),
    presence({ pace: 'slow' as never }),
    editMember(GOOD, '/verdict', 'FAIL'),
    editMember(GOOD, '/evidence/0/payload/x', 1),
    { ...GOOD, surprise: true },
    oldReceipt(),
    null,
    7,
    [],
  ]
}

function optionsInQuestion(): object[] {
  const list = (revoked: string[], { secretKey } = ISSUER_KEYS) =>
    signStatusList({ revoked, issuedAt: NOW, nextUpdate: NOW + 60_000 }, secretKey)
  const both = [ISSUER.publicKey, OTHER_KEYS.publicKey]
  return [
    STRANGERS,
    LATE,
    { ...LATE, ...STRANGERS },
    { ...LATE, audience: 'https://other.example' },
    { trustedIssuers: [] },
    { trustedIssuers: ISSUER.publicKey },
    { audience: '' },
    { now: 'noon' },
    { now: Date.parse(EXPIRY), clockSkewMs: 0 },
    { clockSkewMs: -1 },
    { maxAgeMs: 9999 },
    { maxAgeMs: 10_000 },
    { maxAgeMs: null },
    { evidence: ['EE-002'] },
    { evidence: 'EE-001' },
    { minAssurance: 2 },
    { minAssurance: 4 },
    { registered: true },
    { registered: 'yes' },
    { allowTest: 1 },
    { status: list([]) },
    { status: list([GOOD.receiptId]) },
    { status: list([GOOD.receiptId]), now: NOW + 1000, audience: 'https://other.example' },
    { status: list([]), now: NOW + 90_000 },
    { status: list([]), now: NOW - 30_001 },
    { status: { ...list([GOOD.receiptId]), revoked: [] } },
    { status: list([], OTHER_KEYS) },
    { status: list([], OTHER_KEYS), trustedIssuers: both },
    { status: list([], OTHER_KEYS), ...STRANGERS },
    { status: null },
  ]
}

function digestsInQuestion(): Question[] {
  const [right, wrong] = ['a'.repeat(64), 'b'.repeat(64)]
  const approved = presence({ action_digest: right })
  const demands = [right, wrong, right.toUpperCase(), `${right}\n`, '', null, 7]
  return [
    ...demands.map((actionDigest) => ({ receipt: approved, options: { actionDigest } })),
    { receipt: GOOD, options: { actionDigest: right } },
    { receipt: presence(null), options: { actionDigest: right, minAssurance: 0 } },
    { receipt: presence({ action_digest: `sha256:${right}` }), options: { actionDigest: right } },
    { receipt: approved, options: { actionDigest: wrong, registered: true } },
    { receipt: approved, options: { actionDigest: wrong, ...LATE } },
  ]
}

function engine(engineId: string): BuildParams['evidence'][number] {
  return { engineId, engineVersion: '1.0.0', confidence: 0.9, payload: {} }
}

/** A receipt as a service signs it; null for one that states no policy. */
function presence(policy: Partial<PresencePolicy> | null = {}, overrides: Partial<BuildParams> = {}): Receipt {
  const stated = policy === null ? [] : [presencePolicyToBlock({ ...PRESENCE_POLICY, ...policy })]
  return sampleReceipt({ evidence: [engine('EE-001'), engine('EE-003'), ...stated], ...overrides })
}
