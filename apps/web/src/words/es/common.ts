import type { Messages } from '@stillhere/messages'

/** What all pages share, in Spanish. */
export const messages: Messages = {
  Language: 'Idioma',
  unknown: 'desconocido',
  now: 'ahora',
  'not known yet': 'aún no se sabe',
  Copy: 'Copiar',
  'Copied.': 'Copiado.',
  'Couldn’t copy. The text is selected, so you can copy it yourself.':
    'No se pudo copiar. El texto está seleccionado para que lo copies tú.',
  Hide: 'Ocultar',
  Show: 'Mostrar',
  'Try again': 'Intentar de nuevo',
  'Show older': 'Mostrar anteriores',
  'Note:': 'Nota:',
  'Done:': 'Listo:',
  'Warning:': 'Atención:',
  'Failed:': 'Error:',
  '(done)': '(hecho)',
}
