// German words of binding messages. A word stands for its place, so no word may be added, removed or moved.
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
