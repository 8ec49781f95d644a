import { answerAll } from './answer-cases.ts'
import { readGroups } from './cases.ts'

process.stdout.write(JSON.stringify(await answerAll(readGroups(process.argv.slice(2)))))
