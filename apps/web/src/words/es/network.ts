import type { Messages } from '@stillhere/messages'

/** The page Network in Spanish. */
export const messages: Messages = {
  'The network': 'La red',
  'Every dot is an activated node. You see pseudonyms and levels, never email addresses or faces.':
    'Cada punto es un nodo activado. Ves seudónimos y niveles, nunca direcciones de correo ni caras.',
  Humans: 'Personas',
  'Active today': 'Activos hoy',
  'Scans that counted': 'Escaneos contados',
  'A field of {count} dots, one for each node in the list': {
    one: 'Un campo con un punto para el único nodo de la lista',
    other: 'Un campo con {count} puntos, uno por cada nodo de la lista',
  },
  'Bigger and closer to the center: higher level. Filled: seen within a day. Ringed: genesis node.':
    'Más grande y más cerca del centro: mayor nivel. Relleno: visto en las últimas 24 horas. Con anillo: nodo génesis.',
  'Nodes, newest first': 'Nodos, primero los más nuevos',
  Pseudonym: 'Seudónimo',
  Level: 'Nivel',
  Scans: 'Escaneos',
  'Last seen': 'Visto por última vez',
  'in total': 'en total',
  'No one’s here yet.': 'Aún no hay nadie.',
  'The first to join gets genesis place 1.': 'Quien se una primero tendrá el puesto génesis 1.',
  'Show more': 'Mostrar más',
  genesis: 'génesis',
  'Genesis wall': 'Muro génesis',
  'The first 100 people to activate a node keep a numbered place. If a node is erased, its place stays empty and nobody moves up.':
    'Las primeras 100 personas que activen un nodo conservan un puesto numerado. Si un nodo se borra, su puesto queda vacío y nadie avanza.',
  '{taken} of {places} places taken': '{taken} de {places} puestos ocupados',
  'All 100 places are free.': 'Los 100 puestos están libres.',
  'The first to join gets number 1.': 'Quien se una primero será el número 1.',
  '{taken} taken, {left} left. The order checks out.': '{taken} ocupados, {left} libres. El orden es correcto.',
  'Checked in your browser: no place is used twice, and nobody was activated before the place ahead of them.':
    'Comprobado en tu navegador: ningún puesto se repite y nadie se activó antes que el puesto anterior.',
  'The order doesn’t check out.': 'El orden no es correcto.',
  'There is no place {place}.': 'No existe el puesto {place}.',
  'Place {place} comes after place {before}.': 'El puesto {place} viene después del puesto {before}.',
  'Place {place} was activated before place {before}.': 'El puesto {place} se activó antes que el puesto {before}.',
  'Genesis nodes in order': 'Nodos génesis en orden',
  Place: 'Puesto',
  Activated: 'Activado',
  'Fingerprint of this list': 'Huella de esta lista',
  'Compare fingerprints with someone else. If they match, you both saw the same wall.':
    'Compara la huella con otra persona. Si coinciden, las dos personas vieron el mismo muro.',
}
