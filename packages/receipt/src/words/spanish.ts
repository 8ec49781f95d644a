// Spanish words of binding messages. A word stands for its place, so no word may be added, removed or moved.
export const SPANISH_WORDS: readonly string[] = `
abanico abeja abeto abierta abogado abono abrazo abrigo abril abuela acacia aceite acento acequia acero acierto actor
acuario acuerdo adobe adorno aduana afecto agenda agosto agua ahorro aire ajedrez ajuste alameda alba alcalde alcance
alcoba aldea alegre alerta alfil aliento alivio aljibe almacen almeja alondra alpaca altar altura alumno amable
amapola ameno amigo amistad amor ancho ancla andamio andar anfibio angel anguila anillo animal antena antiguo anual
anzuelo aparato apetito apio aplauso apoyo aprecio arbusto archivo arcilla arco arena argolla armario aroma arpa
arquero arroba arroyo arroz arte artista asfalto asno asombro astilla astro astuto atajo atlas atleta atuendo audaz
aurora autobus avance avispa azahar azucena azufre azul baile bajo balanza baldosa ballena banco bandera barba barniz
barrio barrote base bebida bellota beso biblia bien bienes bigote billete bisonte bloque blusa bobina boca boceto
bolsa bomba bonito bordado borde bosque botella botijo bravo breve brezo brillo brisa broche bronce brote bucle bueno
bufanda bulto buque burbuja burro busca butaca caballo cabeza cabina cable cabra cacao cactus cadena calcio caldera
caldo calma calzada cambio camello camisa campana campo canal canasta candado candela canguro canoa cantar caracol
carbon carga carne carpeta carro cartero casa cascada casero casino castor catorce cebolla cedro ceja celeste centro
cepillo cerca cereza cerrojo chal chaleco chalet charco chico chispa chiste choza cielo ciencia cierre cigala cine
circo ciruela cita ciudad clara clase clavel clavija cliente clima coche cocina coco cofre cohete colegio collar
colmena color columna comarca comedia comedor cometa comino compota compra conde conejo confeti coral corbata corcho
cordel cordero corona correo cortijo cortina cosecha cosmos costa coyote crema cresta cristal cromo cruce cuadro
cuarzo cubo cuchara cuento cuerda cuero cueva cuidado cultura cumbre cuneta danza dardo dato deber decena dedal dedo
deleite delta deporte derecho desfile destino detalle devoto diadema diario dibujo diente dieta diez digital diluvio
dinero dique disco disfraz divino doble doctor domingo dorado dosel dosis dragon drama ducha duende dueto dulce duna
durazno eclipse ecuador edad editor educar ejemplo elegir emblema embudo emisora empate empleo encaje encanto encargo
encina enebro enfoque enigma enlace ensayo entero entrada envase equipo erizo ermita escala escena escoba escudo
esfera espacio espejo espiga esposa espuma esquema esquina establo estatua estilo estribo estuche estudio estufa etapa
eterno europa evento examen excusa experto extra fachada factura fagot falda familia famoso faro fauna favor febrero
fecha feliz felpa feria festejo fibra fiesta figura fila filtro final finca firma flauta flecos flor flota fogata
folleto fondo fortuna fragata frase fresa fresco frijol fritura frontal fruto fuego fuente fuerza funda futuro gacela
gafas gaita galleta gallo galope galpon gamba ganado ganso garaje garza gavilla gaviota gema gemelo genio gente
geranio germen gesto gigante girasol giro glaciar globo gloria gol golfo gorila gorra gota gracia grado granate
granizo granja grasa gratis grieta gris grito grulla grupo guante guapo guardia guinda guion guiso hablar hacha hada
halago hamaca harina hebilla hecho helado helecho hermano herrero hidalgo hierba higo hilera himno hinojo hocico
hockey hogar hoguera hoja hongo honor horno hotel hoyo huerta huevo humano humo idea idilio idioma iglesia igual
iguana imagen iman imperio impreso impulso informe ingenio inicio injerto inmenso insecto invento isla islote jade
jaguar jaleo jarabe jarra jaspe jaula jefe jinete jirafa jornada jornal joven joya jueves jugo juguete julio junco
jungla jurado jurista justo kilo kiosco koala labio laca lado lagarto laguna lancha largo latido laurel lavanda leal
leche lechuga lectura lengua letra letrero leyenda liana libro licor liebre lienzo liga limpio lince lingote lirio
lista litera llanura llave lluvia lobezno local loma lombriz loro lubina lucero lugar lujo lunes lupa lustre luz
maceta madera madre maestro magia malla mampara mamut manada mango manjar manta manteca mantel manzana mapa mapache
marca marfil margen marino marmita martes marzo masaje mate matiz mazorca medalla medio medusa mejilla memoria mercado
merluza mesa mesero metal metro mezcla miel miembro milagro mina mineral minuto mirada mirador mirlo mitad mochila
moda modelo modesto molde molino momento moneda mono montaje moqueta morsa mortero mosaico mosca mostaza motor mudanza
mueble muestra mula muleta mundo muralla museo nabo nacer naranja narciso nariz nata natural navaja nave navegar
nectar negocio nervio nevada nido niebla nieto nieve ninfa nivel nogal nomada norte notario novela novillo novio nube
nublado nuez nutria oasis objeto oboe obra octavo octubre oficio olfato olivo olla olmo ombligo onza orden oreja
orgullo origen orilla ortiga oruga ostra paella paisaje pala palabra palacio palco paleta palmera paloma pan panda
pandero panela pantano pantera papel paquete parada parcela pared parque parral paseo pasillo pasta pastel patata
patio pavo payaso peaje peaton peine pelota pensar pepino pepita percha perdiz perejil perfil perfume perla permiso
perro pesca pescado pez piano picnic piedra pierna pijama pilar piloto pincel pintura pinza pionero piragua pirata
piscina pitido pizarra placer planeta plato playa plomo pluma plumero poder poema polea pollo pomelo poncho porche
portal postre potro pozo pradera premio primero primo prisma proa puchero puerto pulpo pulsera punto pupila pupitre
queso quieto quimera quince quinta quiosco quitar racimo radar radio rana raqueta rayo rebote recado receta recibo
recto red redondo refugio regaliz regalo regla reina reloj remo renta reparto repisa reposo reptil rescate reserva
resorte respeto retama retrato reverso revista ribera riego rima ritmo robot rodeo rodilla roedor rojo romance romero
ronda rosal rostro rotonda rubor rueda rugby ruido rumba ruta sabor saco sal salero salsa salto salud salvia sardina
sastre sauce secador secreto sector seis sello selva semana senda sereno serie seta siete siglo silla sirena sitio
sobre sodio sofa solo sombra sonido suave subida suelo suerte sumar sur surco sushi tabla tacto taller tambor tanque
tapete tapiz tarde tarea tarima taxi teatro tecla tejado templo tenis tesoro texto tibio tienda tierra tiesto tigre
tijera timbre tinaja tinta tiza toalla toldo tomate topo torneo torre total traje tramo tren trenza trigo trineo
trofeo trompo tronco tropa truco trueno trufa tuerca tundra turno umbral unidad urbano urna usual uva vagon vaina
valija valle valor vara vaso vecino veinte velada velero veloz venado verano verbo verdad verde vereda vergel viaje
vibrar vida video vidrio viejo viento vigor vino viola virtud visera visita vivero viveza voto voz vuelta yegua yodo
yoga yogur yunque zafiro zapato zebra zona zorro zorzal zueco zurdo
`
  .trim()
  .split(/\s/)
