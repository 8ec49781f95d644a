// The English words. Each word encodes its place, so words must not be added, removed or moved.
export const ENGLISH_WORDS: readonly string[] = `
able acid acorn acre actor adapt adult agent agile album alert alive alloy almond alpha alpine amber anchor angel
angle answer antler apple apron arch arena arrow artist aspen asset atlas atom attic august autumn avenue awake award
bacon badge bagel baker balcony bamboo banana banjo barber bark barley barrel basil basket batch beaver begin bench
beyond bike birch bird biscuit bison blade blanket blend bless blink block bloom blossom blouse bonus boot border
bottle boxer bracket branch brave breeze bridge brief bright brisk broad bronze brother brown brush bubble bucket
buffalo bugle build bulb bundle burger butter button cabin cactus cafe calm camel camera candle canoe canvas canyon
captain caramel cargo carpet cart carve cashew castle catalog cavern ceremony chain chalk chamber channel chapel charm
chat check cheese cherry chess chicken chief child chimney choice chorus church cider cinema circle citrus city claim
clarity class clever cliff climb clinic cloth cloud clown club cluster coach coast cobalt coconut coffee coin cold
color comb comet comic common compass concert cook copper coral corner cosmos cotton count cousin cover cowboy crab
craft crane crayon cream cricket crimson crisp crop crowd cruise crust crystal cube cucumber culture cup curtain
cushion custom cycle daily dance daring data dawn decade degree delta dentist deputy desk detail diamond diary diesel
digital dinner direct disco dish district divide doctor dolphin domain donkey door double dove dozen dragon drama draw
dress drift drink drive drum dry duck duet duty eager eagle early earth easy echo edge editor effort eight elastic
elbow elder elegant elephant eleven elite elm emblem emerald empire energy engine enjoy enough entry envelope equal
equip eraser essay estate evening event exact example excite exotic expand extra eyebrow fabric face falcon fall
family famous fancy farm fast faucet favor feather february felt fence fern ferry festival fever fiber fiction field
fifty figure film final finch finger finish first fitness five flag flame flash fleet flight float floor flute foam
focus folder follow food forest fort forum fossil fountain fox freedom fresh friend fringe frog frost frozen fruit
fudge funny future gadget galaxy gallery game garage garden garlic gather gazelle gecko general gentle giant gift
giraffe glacier glad glimpse globe glory glow goal grace grain grand grass gravel gray green grid grocery ground group
grove growth guard guide guitar gulf gym habit hammer hamster happy harbor harvest hawk hazel head health heart heavy
helmet help hero hiker hill hint history hobby hockey holiday honey hope horizon hotel house human humble hundred
hunter hybrid ice idea igloo image impact index indoor infant ink input insect inside invite iron island item ivory
ivy jacket jaguar jasmine jazz jelly jersey jewel jigsaw job joke journal journey juice july jumbo jump june jungle
junior kayak keen ketchup kettle king kiosk kitchen kite kitten kiwi knee koala label ladder lady lake lamp language
lantern laptop large laser laugh launch laundry lava leader leaf league learn lecture legend lemon length lentil
leopard lesson letter level liberty library lilac lily limit linen lion liquid list little lively lizard lobster local
lodge logic lotus lounge lucky lumber lunar lyric machine magic magnet major mammoth mango maple marble margin market
marsh mask master meadow measure medal melody melon member memory mentor menu mercury merit mermaid message method
metro middle mild million mineral minute mirror mixture mobile model modern moment monday monster month moon morning
mosaic moss mother motor movie muffin mule museum mushroom music mustard mystery napkin nation native nature navy near
neck needle neighbor nephew nest network neutral nickel nine noble noodle north notebook novel nurse nutmeg nylon oak
oasis object oboe ocean october office often omega omelet onion open opera opinion optic orange orbit orchid organ
orient origin ostrich otter outdoor oval owl owner oxygen oyster pacific pack paddle page paint palace pancake panda
panel panther papaya paper parade parent parrot party pasta path patient patrol pattern paved peanut pebble pelican
pencil penguin pepper perfect period person petal phone photo piano picnic picture pigeon pilot pioneer pizza planet
plank plate player please plenty pluck plus pocket poem polar polite pond popcorn porch portrait postcard potato
powder praise present pretty price primary program proof proud public pudding pulse puma pumpkin pupil puppet purple
puzzle pyramid quality quarter queen quest quick quiet quiz quote rabbit radar radio rail rainbow random rapid rare
raven ready reason recipe record red reef reflect region relax remote rent repair rescue result reward rhino rhythm
ribbon rigid ripple river robin robot romance rooster rose royal rubber ruby ruler rumor runner rural rustic safari
salad salmon salt salute sample sand sardine satin saturn sausage savanna scale scarf school science scooter scout
screen script sculpt second secret sector select senior series seven shade shadow shampoo sharp sheep shelf shield
shine ship shirt shore shovel shower shrimp sibling side sierra sign silent silk silver siren sister sixty skate
sketch skill sky sleeve slice slim slope small smart smile smooth snack snail snow soap soccer social soda soft soil
solid solo sonic south space spark speak sphere spider spiral spirit splash sponge spoon sport spring spruce square
squirrel stable stadium staff stage stamp star station statue steam step stereo stick stove straw street strong
student studio style subject suburb subway sudden sugar suit summer super supply surf surprise swan sweater swift
switch syrup system tablet tailor talent target taste taxi teacher teapot tempo ten terrace text theater theory third
thorn three thumb thunder ticket tiger timber tiny tip tissue title today together tomato tone tool topic total toucan
tour toward tower town track trade traffic tram treasure trend triangle tribe trophy trout truffle trumpet truth tulip
tuna tundra tunnel turkey turtle tutor tuxedo twelve twin twist type ultra umbrella uncle under unicorn uniform unit
unusual update upper urban useful usual vacuum valley value vanilla vapor various vault velvet vendor venture verb
verse victory video view village vintage vinyl violet virtual vision visit vitamin vivid voice volcano volume vote
voyage waffle wagon walker wallet walnut walrus water weasel web wedding welcome wheat wheel whisper white willow
window winter wire wisdom wolf woman wonder work world wreath wrist yacht yarn yeast yellow yoga yogurt young zebra
zenith zigzag zipper zoo
`
  .trim()
  .split(/\s/)

// The German words. Each word encodes its place, so words must not be added, removed or moved.
export const GERMAN_WORDS: readonly string[] = `
abend abflug abitur absatz achse achtung achtzig acker adel adler adresse advent adverb affe agent agentur ahorn
akkord akte alarm album allee alltag alpen altar amboss ameise ampel ananas anfang anlage anmut anorak ansicht antenne
antrag antwort anzeige anzug apfel april arbeit arena arktis armband aroma artikel arznei arzt asche asien aspekt
asphalt aster atem atlas aufgabe aufsatz aufzug auge august aula ausflug auslauf auto avocado baby bach backe bad
bagger bahn bahnhof balken ball bambus banane barbier bargeld bart basalt basis bauer baum beamer becher beere beet
beginn beige berg bergbau beruf besen besuch beton beutel biber bilanz bild bindung binse birne bison blase blatt
blech blende blick blitz blume bogen bohne bohrer bonbon boot borke boxer brand brauch braut breite bremse brett
brezel brief brille brise bruder brunnen buche buggy bulle bund bus busch butter button cello chance charme chef
chemie chip chor clown club code comic couch cousine creme dackel dame dampf dampfer dank datei datum daumen decke
degen deich delfin denker depot design detail deutung dialog diamant dichter diele dienst diesel dill diplom distanz
distel docht dogge doktor dom donner doppel dorf dorsch dose drache draht drei dreieck drossel druck drucker dukat
durst dusche ebbe ebene echo efeu ehre ehrgeiz eiche eifer einfall einhorn einkauf eintopf eis eisberg eisen elan elch
elefant element elf elster eltern email engel entwurf enzian erbse erde erfolg erker ernte esel espe essig etage
etappe etikett eule euro europa ewig express fabel fabrik faden fahne fahrrad falke familie fanfare farbe farn fasan
fass fassade fazit februar fee feier feld feldweg fenchel fenster ferien ferse festung fett figur film filter finger
firma fisch fjord flachs flagge flamme flanke flasche fleck fleisch flieder flinte floh florett flosse flug fluss
folge forelle form forst fossil foto frack frage freitag freude friede frist frosch frucht fuchs funke furche galaxie
galeere galerie galopp gang garage garde garnele garten gasse gast gebirge gecko geduld gehweg geist gelb gelenk genie
genuss gepard gerste gesang gestein gewebe gewicht gewinn gibbon giebel ginster gips giraffe gitarre gitter glanz glas
gleis globus glocke gold gondel gorilla graben gramm granit graupe greif grenze griff grotte gruppe gruss gulasch
gummi gurke gurt haar habicht hafer haken halle halt hammer hamster hand harfe harfner harz hasel haube haus hebel
hecht heft heide heilung heimat heimweh helfer helm hemd henkel henne herbst hering herold heu hilfe himmel hinweis
hirsch hirte hitze hobby hocker hof hoheit holz honig hotel huhn humor hupe hut idee igel iglu imker impuls indigo
ingwer inhalt insekt insel iris ironie island jade jagd jaguar jahr jasmin jazz jeans jeep jersey jodel joghurt jubel
judo jugend juli jung kabine kachel kaffee kaiser kajak kakao kaktus kalb kamel kamera kamille kamin kamm kanal kandis
kanne kanu kapelle kapitel kapsel karotte karpfen karte karton kaskade kater katze kehle keim keks keller kenner kern
kerze kessel kette kiebitz kiefer kino kiosk kirsche kissen kiste kittel klang klappe klasse klavier kleber klee kleid
klima klinge klinker kloster knabe knall knete knie knochen knopf knospe knoten koala koch koffein koffer kolibri
komet komfort komik komma kompass konzert koralle korb korken kosmos krabbe kraft kragen kran kredit kreide kreis
kreisel kresse kreuz krimi krippe krokus krone krug kruste kuchen kuckuck kugel kuh kultur kunde kunst kupfer kuppel
kurbel kurs kurve labor lack lager lagune lama lampe lappen larve laterne latte laub lauch lawine lehm lehrer leine
leiter lerche lernen leuchte libelle libero licht lied liege lilie limette linde lineal lob loge lohn lorbeer lotse
luke lupine luxus lyrik macht magie magnet mais makrele malve mammut mandel manege mappe marder marille mark marmor
marsch maske matrose mehl meile melisse melodie melone menge mensch messer metall meter miene milch minute minze
mittag mitte mohair mokka moment monat mond montag moos moral morast morgen mosaik motor mulde muschel museum musik
muskel mythos nachbar nagel nahrung nase natur neffe nektar nelke nerv nest netz neugier neun nichte nickel nische
norden nordpol note notiz novelle nudel nugat nuss nutzen obelisk oberst obst ofen ohrring okapi oktave oktober olive
omnibus onkel opal oper optik orange orbit oregano organ orgel orient ort osten otter ozean ozon packung paket palast
palette palme panda panther papagei papier paprika partner pastell pate patent pause pedal pegel pelikan pelz pendel
pension perle person petunie pfad pfanne pfeffer pferd pflaume pfosten pfote phase physik piano pilger pilot pinguin
pinie plakat platz pokal pol polster pony popcorn porree portal posaune post pracht praline primel prinz probe profil
prosa protein prunk pudding puder pulli puls puma pumpe punkt puzzle quader quadrat qualle quark quirl quitte quiz
rabatt rabe radio rahmen rakete ranke rasen rathaus raute rede reform regal regatta reh reifen reihe rente rentier
rettich revier rezept riegel riese ring risiko robbe robinie rock roggen rohr rolle roman rosine rotkohl rubin ruf
ruhm ruine saal sache saft sage saite salat salbe salon salz samen samstag sandale saphir sardine sattel sauna schach
schanze schiff schirm schlaf schloss schmied schnee schrank schuh schule schwamm schwan sechs seehund sehne seife seil
sekunde semmel senf senke serie seufzer signal silber silo sirup sitz skizze sockel sohle solist sommer sonne sorte
sparsam spaten specht spiegel spinat spindel spirale spitze sport sprache spule stachel stadt stamm stein steppe stift
stock stollen storch strand strauch student stunde sturm sucher summe suppe symbol system szene tabak tabelle tablett
tafel tag taille takt talent tandem tango tanz tapete tapir tarif tausend taxi technik teer teig tempel tempo teppich
termin text theater thema thermik thron thymian tiefe tiger tinte tipp titel toast tochter toll tomate ton topas topf
tour tram traube treppe tresor trio trost truhe trumpf tube tuch tulpe tunnel turban typ ufer uhr ulme umhang umlauf
umweg unikat union urlaub urwald ventil verb verlag vesper vetter video vieh villa vogel volk vorort vorrat votum
vulkan waage wachs waffel wagen wahl wald walzer ware wasser weber wecker weg weiher wein weise weizen welpe welt
wende werft werk weste wille wimpel wind winkel winter wirbel wirt wisent woche wolf wolke wunder wunsch wurf wurzel
yoga zander zange zapfen zauber zaun zebra zeder zehn zeiger zeit zelle zement zepter zettel zeuge ziel ziffer zimmer
zimt zink zipfel zirkel zirkus zither zucker zug zusage zutat zweck zwei zwerg
`
  .trim()
  .split(/\s/)

// The Spanish words. Each word encodes its place, so words must not be added, removed or moved.
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

const LISTS: Readonly<Record<string, readonly string[]>> = {
  en: ENGLISH_WORDS,
  de: GERMAN_WORDS,
  es: SPANISH_WORDS,
}

/** The places of the hex digits for each pair of words: five digits are 20 bits, which select two of 1024 words. */
const PAIRS = [0, 5, 10]

/**
 * Converts the digest of an action to six words, so that people can compare two screens. The words encode only the first 60 bits of the digest;
 * programs must compare the whole digest.
 *
 * @returns six lower-case words in the language ("en", "de" or "es"), separated by spaces. Other languages get English words.
 * @throws {TypeError} if the digest isn't 64 lower-case hex digits.
 * @example
 * writeBindingWords('00'.repeat(32), 'en') // 'able able able able able able'
 */
export function writeBindingWords(digest: string, language: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new TypeError('expected a digest of 64 lower-case hex digits')
  const list = (Object.hasOwn(LISTS, language) ? LISTS[language] : undefined) ?? ENGLISH_WORDS
  return PAIRS.flatMap((start) => {
    const bits = Number.parseInt(digest.slice(start, start + 5), 16)
    return [list[bits >> 10], list[bits & 1023]]
  }).join(' ')
}
