import { BONES } from '../flow/bones.ts'
import type { Joint } from '../flow/take.ts'

type PointsProps = { joints: readonly Joint[]; aspect: number }

/** The 18 points of a body and the lines between them, over a picture of that shape or over nothing. */
export function Points({ joints, aspect }: PointsProps) {
  return (
    <svg class="research-points" viewBox={`0 0 1 ${aspect}`} aria-hidden="true">
      {BONES.map(([from, to]) => (
        <Bone key={`${from}-${to}`} from={joints[from]} to={joints[to]} />
      ))}
      {joints.map(({ x, y }, index) => (
        <circle key={index} cx={x} cy={y} r="0.011" />
      ))}
    </svg>
  )
}

function Bone({ from, to }: { from: Joint | undefined; to: Joint | undefined }) {
  return from && to ? <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} /> : null
}
