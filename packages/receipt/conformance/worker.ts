import { answerAll } from './answer-cases.ts'
import { readGroups } from './cases.ts'

process.stdout.write(JSON.stringify(answerAll(readGroups(process.argv.slice(2)))))
