/** Short plain words for generated handles; the first describes, the second names. */
export const QUALITIES = words(`
  able agile airy alert amber ample apt arctic ashen autumn azure balmy basic bold brave breezy brief bright brisk broad
  bronze bubbly calm candid careful cheery chief civil clean clear clever cloudy coastal cobalt cool copper coral cosmic
  cozy creamy crisp curious curly daily dainty daring dawn deep deft dewy direct distant dotted downy dreamy dry dusky
  dusty eager early earnest east easy ebony elder even fabled fair fancy far fast fern final fine firm first fit fleet
  floral fluent fond forest formal fresh frosty full gentle giant gilded glad glassy gleaming golden grand green hale
  happy hardy hazel hearty hidden high honest humble husky icy ideal idle indigo inky ivory jade jolly jovial keen kind
  known large late lavish leafy level light lilac lime linen little lively local lofty loyal lucid lucky lunar lush
  magic major maple marine mellow merry mighty mild minty misty modest mossy muted native neat nimble noble north novel
  oaken olive onyx open opal orange orderly pale paper patient pearl pebble pine plain plush polar polite prime proud
  pure purple quick quiet rapid rare ready regal rich ripe rosy round royal ruby rustic sandy satin scenic serene sharp
  shiny silent silken silver simple sleek slow smooth snowy snug soft solar solid south spry stable starry steady still
  stony stout sturdy subtle summer sunny super sure sweet swift tall tame tawny teal tender thrifty tidal tidy tiny
  topaz tranquil true trusty upbeat urban vast velvet vivid warm wavy west whole wide wild windy winter wise witty
  wooden young zesty`)

export const THINGS = words(`
  acorn alder almond anchor anvil apple apricot arbor arch aspen aster atlas badger bamboo barley basin basket bay
  beacon bear beaver bell birch bison bloom bluff boat bonsai book bough boulder bow branch breeze brick bridge brook
  brush bucket burrow button cabin cactus camel candle canoe canyon cape cardinal carrot castle cavern cedar cello
  chalk cherry chime cider cliff cloud clover coast comet compass cove crane crater creek cricket crow crystal cypress
  daisy dale deer delta desert dolphin dome dove dragon drum dune eagle echo egret elk elm ember falcon feather fern
  ferry field finch fjord flame flint flower flute forest forge fountain fox garden garnet gate geyser ginger glacier
  glade glen grove gull hamlet harbor harp haven hawk hazel hearth hedge heron hill hollow horizon island iris ivy
  jasmine jay juniper kelp kestrel kettle kite lagoon lake lantern larch lark laurel leaf ledge lemon lily linden lion
  lodge lotus lynx magnet mango maple marble marsh meadow melon mesa meteor mill mint moon moose moss mountain myrtle
  nectar nest nutmeg oak oasis ocean orbit orchard orchid osprey otter owl oyster palm panda parrot path peach pear
  pebble pelican pepper petal pier pine planet plateau plum pond poplar poppy prairie puffin quail quarry quartz quill
  rabbit rain raven reed reef ridge river robin rocket root rose saddle sage sail salmon sequoia shell shore sky slope
  snow sparrow spring spruce squirrel star stone stork stream summit sun swallow swan tempo thicket thistle thunder
  tiger trail tree tulip tundra turtle valley vine violet walnut water wave well whale willow wind wolf wren yarrow
  zephyr`)

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
