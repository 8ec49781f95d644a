export { expiryOf, untilNextExpiryMs } from '../checks.ts'
export { writeBindingWords } from '../binding-words.ts'
export { describeChain, orderChain } from './checks.ts'
export {
  CHECKS,
  type CheckHints,
  type CheckRow,
  type CheckTelling,
  type CheckWords,
  DEMANDS,
  describeChecks,
  describeDemands,
  nameCheck,
} from './checks.ts'
export { type CodePart, isCodeName, splitCode } from './code-text.ts'
export { type Fact, type FactPart, listFacts, writeFact } from './facts.ts'
export {
  describeAssurance,
  describeCheapestAttack,
  describeLevel,
  type Level,
  type LevelRow,
  listApprovalLimits,
  listLevels,
} from './levels.ts'
export { describeCoverage, listMembers, type Member, nameMark } from './members.ts'
export { isHeaderText, type ReadText, readReceiptText } from '../header.ts'
export { nameDay, toSentence } from './voice.ts'
export { describeScan } from './scan-words.ts'
export { describeUnreadable, type ReceiptVerdict, readVerdict, type VerdictContext } from './verdict-words.ts'
export { ENGLISH, type Voice } from './voice.ts'
