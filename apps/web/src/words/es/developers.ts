import type { Messages } from '@stillhere/messages'

/** The page Developers in Spanish. */
export const messages: Messages = {
  'For developers': 'Para desarrolladores',
  'Three ways to start. Our tests run every file on this page exactly as shown.':
    'Tres formas de empezar. Nuestras pruebas ejecutan cada archivo de esta página tal como se muestra.',
  Quickstarts: 'Guías rápidas',
  'Start from a checkout': 'Empezar desde una copia del repositorio',
  'The packages aren’t on npm yet. Install once in a checkout of Stillhere; every command below runs there.':
    'Los paquetes aún no están en npm. Instálalos una vez en una copia del repositorio de Stillhere; todos los comandos de abajo se ejecutan ahí.',
  Install: 'Instalar',
  'To use them in your own project, pack them for a folder next to the checkout.':
    'Para usarlos en tu propio proyecto, empaquétalos para una carpeta junto al repositorio.',
  'Pack and install': 'Empaquetar e instalar',
  Run: 'Ejecutar',
  'Works offline, in Node or a browser. Trust only the keys you pinned.':
    'Funciona sin conexión, en Node o en el navegador. Confía solo en las claves que tú has fijado.',
  'It prints that the receipt is valid for you and who it’s about. Change one character in receipt.json and it tells you what’s wrong.':
    'Muestra que el recibo es válido para ti y a quién se refiere. Cambia un carácter de receipt.json y te dirá qué falla.',
  'Add a scan': 'Añadir un escaneo',
  'One element for your page. It asks for sensor access, shows the arrows and ends with a receipt.':
    'Un elemento para tu página. Pide acceso a los sensores, muestra las flechas y termina con un recibo.',
  'Open it on a phone over https, tap Scan and follow six arrows. Your server then verifies the receipt.':
    'Ábrela en un teléfono por https, toca Scan y sigue seis flechas. Después tu servidor verifica el recibo.',
  'Register an agent': 'Registrar un agente',
  'Declare an agent, prove its key in the same call, and sign a request that says who it is.':
    'Declara un agente, demuestra su clave en la misma llamada y firma una solicitud que dice quién es.',
  'It prints the signed header fields, then 200 and the agent’s ID. Look it up on the Agents page.':
    'Muestra los campos de cabecera firmados, después 200 y el ID del agente. Búscalo en la página Agentes.',
  'API reference': 'Referencia de la API',
  'Every endpoint with its fields, responses, errors and a command to try.':
    'Cada endpoint con sus campos, respuestas, errores y un comando para probarlo.',
  'A button for your form, instead of a captcha. <link>Protect a form</link>':
    'Un botón para tu formulario en lugar de un captcha. <link>Proteger un formulario</link>',
  'Concepts, guides, settings, measurements and a glossary, with search.':
    'Conceptos, guías, ajustes, mediciones y un glosario, con buscador.',
  'The same API as OpenAPI 3.1, for generating a client in your language.':
    'La misma API en OpenAPI 3.1, para generar un cliente en tu lenguaje.',
  'Issuer keys': 'Claves del emisor',
  'The keys to pin when you verify receipts from this service, and when each one was in use.':
    'Las claves que debes fijar para verificar recibos de este servicio y cuándo se usó cada una.',
  'Data store': 'Almacén de datos',
  'Motion engine': 'Motor de movimiento',
  Calibration: 'Calibración',
  'API version': 'Versión de la API',
  Checked: 'Comprobado',
  'Also as a plain page at <page>/status</page> and as JSON at <data>/api/health</data>.':
    'También como página sencilla en <page>/status</page> y como JSON en <data>/api/health</data>.',
  'The service is healthy.': 'El servicio funciona correctamente.',
  'All systems are working.': 'Todos los sistemas funcionan.',
  'The service is degraded.': 'El servicio funciona con limitaciones.',
  'Something isn’t working. Details are below.': 'Algo no funciona. Abajo tienes los detalles.',
  'not working': 'no funciona',
  'not working: {error}': 'no funciona: {error}',
  'under 1 ms': 'menos de 1 ms',
  '{ms} ms': '{ms} ms',
  'working, responded in {time}': 'funciona, respuesta en {time}',
  'working, loaded in {time}': 'funciona, carga en {time}',
  '{count} research sessions collected': {
    one: '{count} sesión de investigación recopilada',
    other: '{count} sesiones de investigación recopiladas',
  },
  'active ({source}); {collected}': 'activa ({source}); {collected}',
  'none active, default thresholds apply; {collected}':
    'ninguna activa, se aplican los umbrales predeterminados; {collected}',
}
