import type { Catalog } from '../../voice/voice.ts'

/** Why a scan cannot begin, fails or is refused, and what helps, in Spanish. */
export const failures: Catalog = {
  'This device has no motion sensor': 'Este dispositivo no tiene sensor de movimiento',
  'This page isn’t secure enough for motion sensors':
    'Esta página no es lo bastante segura para los sensores de movimiento',
  'Your browser blocks the motion sensor': 'Tu navegador bloquea el sensor de movimiento',
  'Permission was withdrawn during the scan': 'Se retiró el permiso durante el escaneo',
  'The motion sensor isn’t responding': 'El sensor de movimiento no responde',
  'You left the page during the scan': 'Saliste de la página durante el escaneo',
  'Another scan is running': 'Hay otro escaneo en curso',
  'The scan was stopped': 'El escaneo se detuvo',
  'There wasn’t enough motion to check': 'No hubo suficiente movimiento para comprobar',
  'We couldn’t tell that a hand was moving the phone': 'No pudimos reconocer que una mano moviera el teléfono',
  'Some arrows were missed': 'Faltaron algunas flechas',
  'The motion looked artificial': 'El movimiento parecía artificial',
  'We couldn’t reach the service': 'No pudimos conectar con el servicio',
  'The service didn’t accept this scan': 'El servicio no aceptó este escaneo',
  'This browser can’t keep a signing key': 'Este navegador no puede guardar una clave de firma',
  'The camera couldn’t be used': 'No se pudo usar la cámara',
  'This motion was made for tests': 'Este movimiento se hizo para pruebas',
  'This motion was used before': 'Este movimiento ya se usó antes',
  'Camera and sensors disagree': 'La cámara y los sensores no coinciden',
  'The passkey wasn’t accepted': 'La llave de acceso no se aceptó',
  'That didn’t match how you enrolled': 'No coincide con tu registro de movimiento',
  'That match wasn’t strong enough': 'La coincidencia no fue suficiente',
  'The level this needs wasn’t reached': 'No se alcanzó el nivel necesario',
  'Move naturally: no counting, no swinging back and forth.': 'Muévete con naturalidad: sin contar y sin balancearte.',
  'Hold the phone freely in one hand, with your elbow off the table.':
    'Sostén el teléfono libremente en una mano, sin apoyar el codo en la mesa.',
  'Make each move quick, then rest for a moment.': 'Haz cada movimiento rápido y descansa un momento.',
  'Move your hand and forearm together. Don’t slide the phone along something.':
    'Mueve la mano y el antebrazo juntos. No deslices el teléfono sobre nada.',
  'Start as soon as the arrow lights up. Within a second is fine.':
    'Empieza en cuanto se ilumine la flecha. Basta con hacerlo en un segundo.',
  'Make each move brisk and about a hand’s width long.': 'Haz cada movimiento con energía y de un palmo más o menos.',
  'Rest first, make one straight move, then stop and stay there.':
    'Primero descansa, luego haz un movimiento recto, y después detente y quédate ahí.',
  'Move sideways or up and down, not toward you or away.':
    'Muévelo hacia los lados o arriba y abajo, no hacia ti ni alejándolo.',
  'Follow the arrow as it lies on the screen: up is toward the top edge.':
    'Sigue la flecha tal como está en la pantalla: arriba es el borde superior.',
  'Allow motion for this site as shown below, then reload.':
    'Permite el movimiento en este sitio como se muestra abajo y recarga.',
  'Check your connection and try again.': 'Comprueba tu conexión e inténtalo de nuevo.',
  'This device has no motion sensors that a page can read; open this page on a phone.':
    'Este dispositivo no tiene sensores de movimiento que una página pueda leer; abre esta página en un teléfono.',
  'Open this page over https; motion sensors are silent on an insecure page.':
    'Abre esta página por https; en una página no segura los sensores de movimiento no responden.',
  'Allow motion sensors for this site in the settings of the browser (on an iPhone close the browser instead), reload the page, and start again.':
    'Permite los sensores de movimiento para este sitio en los ajustes del navegador (en un iPhone, cierra el navegador), recarga la página y empieza de nuevo.',
  'The permission was taken back during the scan; allow it again and start once more.':
    'Se retiró el permiso durante el escaneo; vuelve a concederlo y empieza de nuevo.',
  'The sensors said nothing; close other apps that use them, check the site settings, and start again.':
    'Los sensores no respondieron; cierra otras aplicaciones que los usen, revisa los ajustes del sitio y empieza de nuevo.',
  'Keep this page in front until the scan is over, and start again.':
    'Mantén esta página a la vista hasta que acabe el escaneo y empieza de nuevo.',
  'Another scan is running on this page; let it end first.':
    'Hay otro escaneo en curso en esta página; deja que termine primero.',
  'The scan was stopped; start again when you are ready.': 'El escaneo se detuvo; empieza de nuevo cuando quieras.',
  'Hold the phone in your hand, keep moving as the arrows say, and start again.':
    'Sostén el teléfono en la mano, muévelo como indican las flechas y empieza de nuevo.',
  'Hold the phone loosely in your hand, not on a table or a stand, and start again.':
    'Sostén el teléfono sin apretar en la mano, no sobre una mesa ni un soporte, y empieza de nuevo.',
  'Wait for each arrow, move straight that way at once, and stop there.':
    'Espera cada flecha, muévelo enseguida en línea recta hacia ese lado y detente ahí.',
  'The motion looked artificial; use another phone or another way to show who you are.':
    'El movimiento parecía artificial; usa otro teléfono u otra forma de mostrar quién eres.',
  'The service cannot be reached; check the connection and start again soon.':
    'No se puede conectar con el servicio; comprueba la conexión y empieza de nuevo en un momento.',
  'The service did not accept this scan; ask its operator if it stays so.':
    'El servicio no aceptó este escaneo; pregunta a su operador si sigue así.',
  'This browser cannot keep a signing key here; leave private mode or use a newer browser.':
    'Este navegador no puede guardar aquí una clave de firma; sal del modo privado o usa un navegador más reciente.',
  'Allow the camera and keep your hand in the picture, or scan without the camera.':
    'Permite la cámara y mantén la mano en la imagen, o escanea sin la cámara.',
  'Connect a camera and start again, or scan without the camera.':
    'Conecta una cámara y empieza de nuevo, o escanea sin la cámara.',
  'Allow the camera for this site in the settings of the browser, or scan without the camera.':
    'Permite la cámara para este sitio en los ajustes del navegador, o escanea sin la cámara.',
  'Close other programs that use the camera and start again, or scan without the camera.':
    'Cierra otros programas que usen la cámara y empieza de nuevo, o escanea sin la cámara.',
  'Open this page over https in a current browser, or scan without the camera.':
    'Abre esta página por https en un navegador actual, o escanea sin la cámara.',
  'Leave the camera on and this page in front, and start again, or scan without the camera.':
    'Deja la cámara encendida y esta página a la vista y empieza de nuevo, o escanea sin la cámara.',
  'Check the connection and start again, or scan without the camera.':
    'Comprueba la conexión y empieza de nuevo, o escanea sin la cámara.',
  'Start again, and stay on this page until the scan is over.':
    'Empieza de nuevo y quédate en esta página hasta que acabe el escaneo.',
  'Start again, and follow each arrow as it appears.': 'Empieza de nuevo y sigue cada flecha cuando aparezca.',
  'Hold and move the phone as you did when you enrolled, and start again.':
    'Sostén y mueve el teléfono como cuando registraste tu movimiento y empieza de nuevo.',
  'Scan on a page of the service itself, and confirm with a passkey when asked.':
    'Escanea en una página del propio servicio y confirma con una llave de acceso cuando se te pida.',
  'Start again, and confirm with a passkey that your node has now.':
    'Empieza de nuevo y confirma con una llave de acceso que tu nodo tenga ahora.',
  'Keep the hand with the phone in the picture, or scan without the camera.':
    'Mantén en la imagen la mano con el teléfono, o escanea sin la cámara.',
  'Enroll again; this enrollment is not accepted any more.':
    'Registra tu movimiento de nuevo; este registro ya no se acepta.',
  'Test against a sandbox: npx --no-install stillhere serve --sandbox.':
    'Haz pruebas en un entorno de pruebas: npx --no-install stillhere serve --sandbox.',
  'Reload the page to get its newest version.': 'Recarga la página para obtener su versión más reciente.',
  'Start again; every scan has new arrows.': 'Empieza de nuevo; cada escaneo tiene flechas nuevas.',
  'Start again later.': 'Empieza de nuevo más tarde.',
  'This service did not issue this challenge for this purpose. Ask for a new one.':
    'Este servicio no emitió este desafío para este fin. Empieza con uno nuevo.',
  'The challenge is too old. Ask for a new one.': 'El desafío ha caducado. Empieza con uno nuevo.',
  'This challenge was answered before. Ask for a new one.': 'Este desafío ya se respondió. Empieza con uno nuevo.',
  'The answer came sooner than the strokes take. Ask for a new one. Follow each arrow as it appears.':
    'La respuesta llegó antes de lo que duran los movimientos. Empieza de nuevo y sigue cada flecha cuando aparezca.',
  'The enrollment has expired or was replaced, or this service did not seal it. Enroll again.':
    'El registro de movimiento ha caducado, se reemplazó o no lo selló este servicio. Regístralo de nuevo.',
  'There is too little motion to judge. Hold the phone in the hand and move for the whole scan.':
    'Hay muy poco movimiento para evaluarlo. Sostén el teléfono en la mano y muévelo durante todo el escaneo.',
  'The signature does not belong to the samples. Send what was recorded.':
    'La firma no corresponde a las muestras. Hay que enviar lo que se grabó.',
  'This motion was shown before. Every scan must be new.':
    'Este movimiento ya se mostró antes. Cada escaneo debe ser nuevo.',
  'The strokes were not those asked for, or not in time. Follow each arrow as it appears.':
    'Los movimientos no fueron los pedidos o no llegaron a tiempo. Sigue cada flecha cuando aparezca.',
  'The motion does not look like that of a person. Hold the phone a little looser and try again.':
    'El movimiento no parece el de una persona. Sostén el teléfono con menos fuerza e inténtalo de nuevo.',
  'Camera and sensors did not see the same motion. Keep the hand in the picture.':
    'La cámara y los sensores no vieron el mismo movimiento. Mantén la mano en la imagen.',
  'The device could not show what it is.': 'El dispositivo no pudo mostrar qué es.',
  'The circumstances do not fit this node. Try again later.':
    'Las circunstancias no encajan con este nodo. Inténtalo más tarde.',
  'The motion is not like the enrolled one. Try again, moving as at enrollment.':
    'El movimiento no es como el registrado. Inténtalo de nuevo y muévete como en el registro.',
  'The evidence is not strong enough for this risk level. Try again, or add the camera.':
    'Las pruebas no bastan para este nivel de riesgo. Inténtalo de nuevo o añade la cámara.',
  'iPhone and iPad: Safari and other browsers': 'iPhone y iPad: Safari y otros navegadores',
  'Close this browser completely: swipe up from the bottom edge, then swipe the browser away.':
    'Cierra este navegador del todo: desliza hacia arriba desde el borde inferior y aparta el navegador.',
  'Open this page again, start the scan, and tap Allow when it asks for motion and orientation.':
    'Abre de nuevo esta página, empieza el escaneo y toca «Permitir» cuando pregunte por el movimiento y la orientación.',
  'If it doesn’t ask: open Settings, Apps, Safari, Advanced, Website Data, remove this site, and try once more.':
    'Si no pregunta: abre Ajustes, Apps, Safari, Avanzado, Datos de sitios web, elimina este sitio e inténtalo otra vez.',
  'Chrome on Android': 'Chrome en Android',
  'Tap the icon to the left of the address, then Permissions.':
    'Toca el icono a la izquierda de la dirección y luego «Permisos».',
  'Allow Motion sensors. If they’re not listed: open the menu ⋮, Settings, Site settings, Motion sensors, and turn them on.':
    'Permite «Sensores de movimiento». Si no aparecen: abre el menú ⋮, Configuración, Configuración de sitios, Sensores de movimiento y actívalos.',
  'Come back here, reload, and start the scan.': 'Vuelve aquí, recarga y empieza el escaneo.',
  'Samsung Internet': 'Samsung Internet',
  'Tap the lock to the left of the address and look for Permissions.':
    'Toca el candado a la izquierda de la dirección y busca «Permisos».',
  'Allow Motion sensors. If they’re not listed: open the menu ☰, Settings, Sites and downloads, Site permissions.':
    'Permite «Sensores de movimiento». Si no aparecen: abre el menú ☰, Ajustes, Sitios y descargas, Permisos de sitios.',
  'Come back here, reload, and start the scan. If your version has no such switch, open this page in Chrome.':
    'Vuelve aquí, recarga y empieza el escaneo. Si tu versión no tiene esa opción, abre esta página en Chrome.',
  'Firefox on Android': 'Firefox en Android',
  'Firefox asks for no permission. Tap the shield beside the address and turn Enhanced Tracking Protection off for this site.':
    'Firefox no pide permiso. Toca el escudo junto a la dirección y desactiva la protección contra rastreo mejorada para este sitio.',
  'Leave private browsing. Where a privacy setting turns the sensors off for every site, Firefox can’t scan.':
    'Sal de la navegación privada. Si un ajuste de privacidad desactiva los sensores en todos los sitios, Firefox no puede escanear.',
  'Reload and start the scan, or open this page in Chrome.':
    'Recarga y empieza el escaneo, o abre esta página en Chrome.',
}
