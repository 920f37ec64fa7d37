// What the choices are called, everywhere on the page.

export const GRADES = [
  ["off", "Off", "random boards"],
  ["single", "1 Single", "one number at a time"],
  ["pairs", "2 Pairs", "two numbers together"],
  ["chains", "3 Chains", "several numbers"],
  ["count", "4 Count", "the mine count"],
  ["full", "5 Full", "any sound argument"],
];
export const RULESETS = {
  modern: "our default",
  official: "ranking rules",
  amiga: "? marks, 32 wide",
  terminal: "no chording",
  click: "no flags",
  article: "strict",
};
export const COMPLETION = [
  ["clear", "All non mines"],
  ["mark", "All mines"],
  ["both", "Both"],
  ["either", "Either"],
];
