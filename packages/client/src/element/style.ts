const COLOURS = `
:host {
  --_paper: var(--stillhere-paper, #fffdf7);
  --_ink: var(--stillhere-ink, #23211c);
  --_soft: var(--stillhere-soft, #5b5548);
  --_line: var(--stillhere-line, #d6cfbf);
  --_accent: var(--stillhere-accent, #213f6b);
  --_on-accent: var(--stillhere-on-accent, #ffffff);
  --_good: var(--stillhere-good, #1c5a39);
  --_caution: var(--stillhere-caution, #744a00);
}
@supports (color: light-dark(#000, #fff)) {
  :host {
    --_paper: var(--stillhere-paper, light-dark(#fffdf7, #1f1d18));
    --_ink: var(--stillhere-ink, light-dark(#23211c, #eee9dc));
    --_soft: var(--stillhere-soft, light-dark(#5b5548, #b5ad9c));
    --_line: var(--stillhere-line, light-dark(#d6cfbf, #464136));
    --_accent: var(--stillhere-accent, light-dark(#213f6b, #b3caf2));
    --_on-accent: var(--stillhere-on-accent, light-dark(#ffffff, #14213a));
    --_good: var(--stillhere-good, light-dark(#1c5a39, #93d6ab));
    --_caution: var(--stillhere-caution, light-dark(#744a00, #e8c271));
  }
}
@media (forced-colors: active) {
  :host {
    --_paper: Canvas;
    --_ink: CanvasText;
    --_soft: CanvasText;
    --_line: GrayText;
    --_accent: Highlight;
    --_on-accent: HighlightText;
    --_good: CanvasText;
    --_caution: CanvasText;
  }
}`

const FRAME = `
* { box-sizing: border-box }
[hidden] { display: none !important }
:host {
  display: block;
  container-type: inline-size;
  max-width: 40rem;
  color: var(--_ink);
  font: 1rem / 1.5 var(--stillhere-font, system-ui, -apple-system, "Segoe UI", sans-serif);
  text-align: start;
  overflow-wrap: anywhere;
}
:host([hidden]) { display: none }
.card {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1.25rem;
  padding: clamp(0.75rem, 5cqi, 1.75rem);
  border: 1px solid var(--_line);
  border-radius: var(--stillhere-radius, 0.75rem);
  background: var(--_paper);
}
/* After this delay the English texts appear. */
.card[data-wordless][data-state="idle"] { animation: wordless 2s }
@keyframes wordless { from, to { visibility: hidden } }
/* A stage keeps the focus on what it has. */
.card[data-wordless] .stage > * { animation: transparent 2s }
@keyframes transparent { from, to { opacity: 0 } }
.card[data-state="running"] > .dial, .demonstration { display: none }
.card[data-state="idle"][data-practice="false"] > .demonstration { display: block }
.card[data-state="idle"][data-practice="false"] > .dial { display: none }
/* At the end the words matter, and a phone shows them without scrolling. */
@container (max-width: 29.99rem) { .card:is([data-state="done"], [data-state="enrolled"], [data-state="recorded"], [data-state="failed"]) .dial { width: 5rem; margin-inline: 0 } }
@container (min-width: 30rem) {
  .card { grid-template-columns: var(--stillhere-dial, 12rem) minmax(0, 1fr); gap: 2rem; align-items: start }
  .card[data-state="idle"] { align-items: center }
  .card[data-state="running"] { grid-template-columns: minmax(0, 1fr) }
}
.panel { display: flex; flex-direction: column; align-items: stretch; justify-content: center; gap: 0.9rem; min-height: 10rem }
.card[data-state="idle"] .panel { gap: 1.25rem }
p, dl, dd, pre, h2, h3, ol { margin: 0 }
.title {
  font: 600 1.35rem / 1.3 var(--stillhere-display-font, "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, ui-serif, serif);
  text-wrap: balance;
}
.title:focus { outline: none }
.reason, .hint, [part="intro"] { color: var(--_soft); text-wrap: pretty }
.count { min-height: 1.5em; color: var(--_soft); font-size: 0.875rem; font-variant-numeric: tabular-nums }
.hint { margin-top: 0.25rem }
.voice { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
dl { display: grid; gap: 0.6rem; padding-top: 0.9rem; border-top: 1px solid var(--_line) }
dl > div { display: grid; gap: 0 1rem }
dt { color: var(--_soft); font-size: 0.875rem }
dd { grid-column: -2 }
dd + dd { margin-top: 0.4rem }
h3 { font-size: 1rem }
ol { display: grid; gap: 0.4rem; padding-inline-start: 1.25rem }
.way { display: grid; gap: 0.4rem }
details > :not(summary) { margin-block: 0.6rem }
.strokes { gap: 0.2rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); font-size: 0.875rem }
.strokes [data-followed="false"] { color: var(--_caution) }
.strokes [data-followed="true"]::marker { color: var(--_good) }
@container (min-width: 24rem) { dl > div { grid-template-columns: 5.5rem minmax(0, 1fr); align-items: baseline } }
summary { width: fit-content; padding-block: 0.4rem; color: var(--_soft); font-size: 0.875rem; cursor: pointer }
::slotted([slot="outcome"]) { display: block }
pre {
  max-height: 16rem;
  margin-top: 0.6rem;
  padding: 0.75rem;
  overflow: auto;
  border: 1px solid var(--_line);
  border-radius: 0.375rem;
  font: 0.8125rem / 1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  white-space: pre-wrap;
}`

const BUTTONS = `
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem }
button {
  min-height: 2.75rem;
  padding: 0.5rem 0.9rem;
  border: 1px solid var(--_soft);
  border-radius: var(--stillhere-button-radius, 0.5rem);
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { border-color: var(--_accent); color: var(--_accent) }
.start, .retry, .save, .go-on { border-color: var(--_accent); background: var(--_accent); color: var(--_on-accent) }
.start { min-height: 3.25rem; padding-inline: 1.5rem; font-size: 1.125rem }
.start:hover, .retry:hover, .save:hover, .go-on:hover { color: var(--_on-accent); filter: brightness(1.12) }
button:disabled, button[aria-disabled="true"] {
  border-color: var(--_line); background: transparent; color: var(--_soft); filter: none; cursor: not-allowed;
}
button:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 3px solid var(--_accent); outline-offset: 3px;
}`

const STAGE = `
.stage {
  display: none; grid-template: auto auto auto minmax(0, 1fr) auto auto / minmax(0, 1fr); gap: 0.75rem; width: 100%; max-width: none;
  margin: 0; padding: 0; border: 0; background: var(--_paper); color: var(--_ink);
  touch-action: pan-y; user-select: none; -webkit-user-select: none;
}
.card[data-mode="pointer"] .stage { touch-action: none }
.stage[open] { display: grid }
.stage:not(:modal) { position: static }
.stage:modal {
  position: fixed; inset: 0; width: 100%; height: 100%; max-height: none; overflow: auto; overscroll-behavior: contain;
  padding: max(1rem, env(safe-area-inset-top)) max(1rem, env(safe-area-inset-right))
    max(1.25rem, env(safe-area-inset-bottom)) max(1rem, env(safe-area-inset-left));
}
.stage::backdrop { background: var(--_paper) }
.stage .top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 2.75rem }
.way-line { border-top: 4px solid var(--_line) }
.way-done { display: block; margin-top: -4px; border-top: 4px solid var(--_accent); transform: scaleX(0); transform-origin: 0 50% }
.stage slot[name="about"] { display: block; min-width: 0; overflow: hidden }
.stage .scene { display: grid; justify-items: center; align-content: center; gap: 1.25rem }
.stage .command { display: grid; align-content: start; justify-items: center; min-height: 7rem; text-align: center }
.stage .title { font-size: clamp(1.5rem, 6vmin, 2.25rem) }
.stage .buttons { justify-content: center; min-height: 2.75rem }
.sound { min-height: 2.75rem; border-color: transparent; color: var(--_soft); font-weight: 400; font-size: 0.9375rem }
/* The arrow is 0.7 of the dial, and so at least half of the smaller side of the screen. */
.stage:modal .dial { width: min(92vmin, 56vh); width: min(92vmin, 56dvh, max(72vmin, 100dvh - 24.5rem)) }
@media (orientation: landscape) {
  .stage:modal {
    grid-template: auto auto auto minmax(0, 1fr) auto / auto minmax(0, 1fr); column-gap: clamp(1rem, 4vw, 4rem);
    grid-template-areas: "way way" "scene about" "scene top" "scene command" "scene acts";
  }
  .stage:modal .way-line { grid-area: way }
  .stage:modal slot[name="about"] { grid-area: about }
  .stage:modal .scene { grid-area: scene }
  .stage:modal .top { grid-area: top }
  .stage:modal .command { grid-area: command; align-content: center; justify-items: start; text-align: start }
  .stage:modal .buttons { grid-area: acts; justify-content: start }
  .stage:modal .dial { width: min(76vmin, 56vw) }
}
.marks { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.6rem; min-height: 1.75rem; padding: 0; list-style: none }
.marks[hidden] { display: flex !important; visibility: hidden }
.marks li {
  display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border: 2px solid var(--_line); border-radius: 50%;
  font: 700 1rem/1 var(--stillhere-font, system-ui, sans-serif);
}
.marks [data-mark="now"] { border-color: var(--_accent) }
.marks [data-mark="seen"] { border-color: var(--_good); background: var(--_good); color: var(--_paper); forced-color-adjust: none }
.marks [data-mark="seen"]::before { content: "✓" }
.marks [data-mark="missed"] { border-color: var(--_caution); border-style: dashed; color: var(--_caution) }
.marks [data-mark="missed"]::before { content: "–" }
.trace { display: block; width: min(100%, 15rem); height: 2.75rem }
.trace .line { fill: none; stroke: var(--_accent); stroke-width: 2; stroke-linejoin: round }
.stage .trace { margin-top: 0.75rem }
.stage .trace[data-shown="false"] { visibility: hidden }
.trace[hidden] { display: block !important; visibility: hidden }
.demonstration { margin: 0 }
.demonstration svg { display: block; width: min(14rem, 100%); margin-inline: auto }
@container (max-width: 29.99rem) { .demonstration svg { width: min(9rem, 100%) } }
.demonstration figcaption { color: var(--_soft); font-size: 0.9375rem; text-align: center }
.demonstration svg * { fill: none; stroke: var(--_soft); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round }
.demonstration .phone { fill: var(--_paper); stroke: var(--_ink) }
.demonstration .from { stroke: var(--_line); stroke-dasharray: 3 6 }
.demonstration .width { stroke: var(--_accent) }
.demonstration .held { transform: translateX(110px) }
@media (prefers-reduced-motion: no-preference) { .demonstration .held { animation: stroke 3.2s cubic-bezier(0.5, 0, 0.2, 1) infinite } }
@keyframes stroke { 0%, 30% { transform: none } 52%, 100% { transform: translateX(110px) } }`

const DIAL = `
.dial { display: block; width: min(var(--stillhere-dial, 12rem), 100%); aspect-ratio: 1; margin-inline: auto }
.dial * { fill: none; stroke: var(--_soft); stroke-width: 6; stroke-linecap: round; stroke-linejoin: round }
.dial .track { stroke: var(--_line); stroke-width: 3 }
.dial .ring {
  stroke: var(--_accent); stroke-dasharray: 1 1.1; stroke-width: 6; stroke-linecap: butt;
  transform: rotate(-90deg); transform-origin: 100px 100px;
}
.dial .mark, .dial .arrow, .dial .digits { visibility: hidden }
.dial .mark.rest { fill: var(--_soft); stroke: none }
.dial .mark.phone { stroke-width: 4 }
.dial .mark.check { stroke: var(--_good); stroke-width: 12; stroke-dasharray: 1 }
.dial .mark.pause { stroke: var(--_caution); stroke-width: 10 }
.dial[data-face="phone"] .phone, .dial[data-face="rest"] .rest, .dial[data-face="check"] .check,
.dial[data-face="pause"] .pause, .dial[data-face="coming"] .arrow, .dial[data-face="now"] .arrow,
.dial[data-face="digits"] .digits {
  visibility: visible;
}
.dial[data-face="check"] .ring { stroke: var(--_good) }
.dial[data-face="pause"] .track { stroke: var(--_caution); stroke-dasharray: 2 10 }
.dial .digits {
  fill: var(--_ink); stroke: none; text-anchor: middle;
  font: 500 80px var(--stillhere-font, system-ui, sans-serif); font-variant-numeric: tabular-nums;
}
.dial .shaft { stroke: var(--_accent); stroke-width: 16 }
.dial[data-face="coming"] .shaft { stroke-width: 4; stroke-dasharray: 1 9 }
.dial[data-face="now"] .shaft { animation: go 0.9s cubic-bezier(0.3, 0, 0.2, 1) infinite }
.dial[data-face="busy"] .ring { animation: turn 1.4s linear infinite }
.dial[data-face="check"] .check { animation: write 0.5s 0.35s ease-out backwards }
.dial[data-face="check"] .ring { animation: close 0.5s ease-out }
@keyframes go { 0% { transform: translateX(-12px); opacity: 0.25 } 60%, 100% { transform: translateX(12px); opacity: 1 } }
@keyframes turn { from { transform: rotate(-90deg) } to { transform: rotate(270deg) } }
@keyframes write { from { stroke-dashoffset: 1 } to { stroke-dashoffset: 0 } }
@keyframes close { from { stroke-dashoffset: 1 } to { stroke-dashoffset: 0 } }
@media (prefers-reduced-motion: reduce) { .dial * { animation: none !important } }`

const BAR = `
.parts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.5rem 0.9rem }
@container (min-width: 24rem) { .parts { grid-template-columns: repeat(4, minmax(0, 1fr)) } }
.bar { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem 0.75rem; color: var(--_soft); font-size: 0.8125rem }
.reading { font-variant-numeric: tabular-nums }
.gauge { position: relative; grid-column: 1 / -1; height: 0.375rem; border-radius: 1rem; background: var(--_line); overflow: hidden }
.fill { display: block; height: 100%; background: var(--_soft); transform-origin: 0 50%; forced-color-adjust: none }
@media (forced-colors: active) { .gauge { border: 1px solid CanvasText } .fill { background: CanvasText } }`

let sheet: CSSStyleSheet | undefined

/** Returns the style sheet that all elements of the page share. It is a constructed sheet, which a Content-Security-Policy without inline styles allows. */
export function createScanStyle(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync([COLOURS, FRAME, BUTTONS, STAGE, DIAL, BAR].join('\n'))
  }
  return sheet
}
