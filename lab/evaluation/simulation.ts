import { MOTION_FOLDER } from '../training/recordings.ts'
import { simulatedWindows } from '../training/simulation-hands.ts'
import { peopleWindows } from '../training/simulation-people.ts'
import { measureRefusals } from '../training/simulation.ts'

/** Says how many windows of people of `fit` are refused as simulations, beside those of the presence score, setting by setting. */
const refusals = measureRefusals(peopleWindows(process.argv[2] ?? MOTION_FOLDER), simulatedWindows())
for (const [setting, { windows, people, refused }] of Object.entries(refusals))
  console.log(`${setting}: ${(100 * refused).toFixed(1)} % of ${windows} windows of ${people} people`)
