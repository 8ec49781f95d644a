export { createSpeaker, type Messages, type Say, type SayCount, type Speaker, type ValuesIn } from './speaker.ts'
export { chooseLanguage, findLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from './language.ts'
export { messageId } from './message-id.ts'
export { splitMarked, type Piece } from './pieces.ts'
