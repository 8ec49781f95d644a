import { answerAs, attackAs, syntheticPerson } from '@stillhere/client/testing'
import { generateChallenge, seededRandom, verifyContinuity } from '@stillhere/engine'

const challenge = generateChallenge(seededRandom(1))

// A simulated person, always the same for the same number, follows the strokes and passes.
const person = verifyContinuity(answerAs(syntheticPerson(42), challenge))
console.log('a person:', person.verdict)

// Software that makes the right strokes in time is detected by its smoothness.
const robot = verifyContinuity(attackAs('robot', challenge))
console.log('a robot:', robot.verdict, robot.reason)

if (person.verdict !== 'PASS' || robot.verdict !== 'FAIL') throw new Error('your integration is not safe')
