import { chooseLanguage, type Language } from '@stillhere/messages'

const ENGLISH = {
  start: 'Confirm with Stillhere',
  waiting: 'Continue in the window that opened.',
  joined: 'Continue on your phone.',
  blocked: 'Your browser blocked the window. ',
  open: 'Open the check',
  number: 'If it asks for a number:',
  passed: '✓ Checked',
  done: 'Done. You can continue.',
  again: 'Start again',
  failed: 'This was not confirmed.',
  closed: 'The window was closed. Start again.',
  first: 'Confirm here first.',
  expired: 'This has expired. Confirm again.',
  refused: 'The check can’t start here.',
  unreachable: 'The service can’t be reached. Check your connection.',
}

/** The texts of a button. */
export type Words = typeof ENGLISH

// All languages in one file, because sites load the script before anyone presses the button.
const WORDS: Readonly<Record<Language, Words>> = {
  en: ENGLISH,
  de: {
    start: 'Mit Stillhere bestätigen',
    waiting: 'Mach in dem Fenster weiter, das sich geöffnet hat.',
    joined: 'Mach auf deinem Handy weiter.',
    blocked: 'Dein Browser hat das Fenster nicht geöffnet. ',
    open: 'Anfrage öffnen',
    number: 'Falls nach einer Zahl gefragt wird:',
    passed: '✓ Bestätigt',
    done: 'Fertig. Du kannst weitermachen.',
    again: 'Neu beginnen',
    failed: 'Das wurde nicht bestätigt.',
    closed: 'Das Fenster wurde geschlossen. Beginne neu.',
    first: 'Bestätige zuerst hier.',
    expired: 'Das ist inzwischen abgelaufen. Bestätige noch einmal.',
    refused: 'Die Anfrage kann hier nicht beginnen.',
    unreachable: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung.',
  },
  es: {
    start: 'Confirmar con Stillhere',
    waiting: 'Sigue en la ventana que se ha abierto.',
    joined: 'Sigue en tu teléfono.',
    blocked: 'Tu navegador no ha abierto la ventana. ',
    open: 'Abrir la comprobación',
    number: 'Si pide un número:',
    passed: '✓ Confirmado',
    done: 'Listo. Puedes continuar.',
    again: 'Empezar de nuevo',
    failed: 'Esto no se ha confirmado.',
    closed: 'Se ha cerrado la ventana. Empieza de nuevo.',
    first: 'Confirma primero aquí.',
    expired: 'Esto ya ha caducado. Confirma otra vez.',
    refused: 'La comprobación no puede empezar aquí.',
    unreachable: 'No se puede conectar con el servicio. Comprueba tu conexión.',
  },
}

/** Returns the texts of a check button in the language of its element (the closest `lang` attribute), or else in the browser's language. */
export function selectWords(place: Element): Words {
  const named = place.closest('[lang]')?.getAttribute('lang')
  return WORDS[chooseLanguage(named ? [named] : navigator.languages)]
}
