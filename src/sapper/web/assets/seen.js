// What a cell shows when it is not an open number; open cells show 0 to 8. The same values as sapper.board.Seen.

export const HIDDEN = 9;
export const FLAG = 10;
export const QUESTION = 11;
export const MINE = 12;
export const EXPLODED = 13;
export const WRONG_FLAG = 14;
