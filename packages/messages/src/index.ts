export { chooseLanguage, findLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from './language.ts'
export { OperatorProblem } from './operator-problem.ts'
export {
  createSpeaker,
  messageId,
  type Messages,
  type Piece,
  type Say,
  type SayCount,
  type Speaker,
  splitMarked,
  type ValuesIn,
} from './speaker.ts'
