import { type Edge, packageOf, partOf } from './graph.ts'
import { type Violation, violation } from './syntax.ts'

const SERVER = 'apps/server/src'

/** The floors of the service, the ground first. Whatever stands on a floor may import from its own and from lower ones. */
const FLOORS: readonly { name: string; parts: string }[] = [
  {
    name: 'ground',
    parts:
      'problem.ts prose.ts visible-text.ts html.ts email.ts day.ts loopback.ts public-address.ts thumbprint.ts secrets.ts secret-files.ts logger.ts log-lines.ts speakers.ts operator-problem.ts terminal settings database postgres',
  },
  { name: 'first', parts: 'service.ts threads limits http outbox' },
  { name: 'second', parts: 'nodes auth' },
  {
    name: 'third',
    parts:
      'mail identity codes invites waitlist wallet passkeys otp agents entropy motion network recruitment research calibration receipts kept-receipts verification research-strokes publishing sites webhooks requests checks askers approvals oidc mcp push notices sessions recovery setup',
  },
  {
    name: 'top',
    parts:
      'account people overview system docs discovery web tasks jobs lan cli credentials.ts frame.ts app.ts start.ts first-start.ts start-words.ts offer-to-open.ts own-address.ts listen.ts main.ts',
  },
]

/** Parts of one floor that must not know each other: a scan answers requests of any kind through an interface that they register. */
const UNAWARE: Readonly<Record<string, string>> = { verification: 'requests checks askers approvals sites oidc' }

/** Imports of the service that run up, and parts that stand on no floor. */
export function floorViolations(edges: readonly Edge[]): Violation[] {
  return edges.flatMap(({ from, to, node }) => {
    if (packageOf(to) !== SERVER) return []
    const [upper, lower] = [findFloor(from.path), findFloor(to)]
    if (upper < 0 || lower < 0) {
      return [violation(from, node, `${partOf(upper < 0 ? from.path : to)} stands on no floor; add it to FLOORS`)]
    }
    if (UNAWARE[partOf(from.path)]?.split(' ').includes(partOf(to)))
      return [
        violation(from, node, `${partOf(from.path)} must not know ${partOf(to)}; register what it needs in app.ts`),
      ]
    const message = `${partOf(from.path)} (${FLOORS[upper]?.name} floor) must not import ${partOf(to)} (${FLOORS[lower]?.name})`
    return lower > upper ? [violation(from, node, message)] : []
  })
}

function findFloor(path: string): number {
  return FLOORS.findIndex(({ parts }) => parts.split(' ').includes(partOf(path)))
}
