import { enroll, matchScore, motionSignature, presenceScore, threatReport } from '@stillhere/engine'

// As DeviceMotionEvent delivers it: ms, m/s² with gravity, °/s. This is a phone on a pendulum, and not a person.
const imu = Array.from({ length: 480 }, (_, i) => {
  const t = i * (1000 / 60)
  const angle = 0.3 * Math.sin((2 * Math.PI * t) / 1000)
  const rate = 0.6 * Math.PI * Math.cos((2 * Math.PI * t) / 1000)
  return {
    t,
    ax: 9.81 * Math.sin(angle),
    ay: 9.81 * Math.cos(angle),
    az: 0.1 * Math.sin(t),
    rx: 0,
    ry: 0,
    rz: (180 / Math.PI) * rate,
  }
})

const presence = presenceScore({ imu })
console.log('presence', presence.score.toFixed(2), presence.status)

const { overallVerdict, flagged } = threatReport({ imu })
console.log(overallVerdict, flagged[0]?.explanation)

const template = enroll([motionSignature({ imu })])
console.log('same motion', matchScore(template, motionSignature({ imu })).toFixed(2))
