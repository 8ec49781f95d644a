// English words of binding messages. A word stands for its place, so no word may be added, removed or moved.
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
