import { moveRobot } from '../simulator/robot.ts'

export const name = 'robot'
export const does = 'minimum-jerk strokes of 15 cm in 0.5 s, white sensor noise, nothing else'

export const make = moveRobot
