import { chooseLanguage, type Language } from '@stillhere/messages'

const ENGLISH = {
  start: 'Confirm with Stillhere',
  waiting: 'Go on in the window that opened.',
  joined: 'Go on with your phone.',
  blocked: 'Your browser kept the window closed. ',
  open: 'Open the check',
  number: 'If it asks for a number:',
  passed: '✓ Checked',
  done: 'Done. You can go on.',
  again: 'Start again',
  failed: 'This was not confirmed.',
  closed: 'The window was closed. Start again.',
  first: 'Confirm here first.',
  expired: 'This is too old by now. Confirm once more.',
  refused: 'The check cannot start here.',
  unreachable: 'The check cannot be reached. Look at your connection.',
}

/** What a button says. */
export type Words = typeof ENGLISH

// All languages at once: the script is one file, which sites load before anybody presses.
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

/** The words in the language of the place on the site's page; the browser's where the page names none. */
export function chooseWords(place: Element): Words {
  const named = place.closest('[lang]')?.getAttribute('lang')
  return WORDS[chooseLanguage(named ? [named] : navigator.languages)]
}
