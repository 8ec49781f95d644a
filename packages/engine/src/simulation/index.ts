export { isSimulated, measureSimulation } from './simulation.ts'
